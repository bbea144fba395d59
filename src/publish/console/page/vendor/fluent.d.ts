// What the console uses of vendor/fluent.js, for `tsc --checkJs`.

export type Pattern = string | unknown[];
export class FluentNumber {
  constructor(value: number, options?: Intl.NumberFormatOptions);
  value: number;
}
export type FluentVariable = string | number | FluentNumber;
export class FluentResource {
  constructor(source: string);
  body: { id: string; value: Pattern | null }[];
}
export class FluentBundle {
  constructor(locales: string | string[], options?: { useIsolating?: boolean; transform?: (text: string) => string });
  locales: string[];
  hasMessage(id: string): boolean;
  getMessage(id: string): { id: string; value: Pattern | null } | undefined;
  addResource(resource: FluentResource, options?: { allowOverrides?: boolean }): Error[];
  formatPattern(pattern: Pattern, values?: Record<string, FluentVariable> | null, errors?: Error[] | null): string;
}
