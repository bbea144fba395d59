// What the console uses of vendor/preact.js, for `tsc --checkJs`.

export type Child = unknown;
export interface VNode { type: unknown; props: Record<string, unknown>; key: unknown }
export function h(type: unknown, props?: Record<string, unknown> | null, ...children: Child[]): VNode;
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: unknown, parent: Element): void;
export abstract class Component<P = any, S = any> {
  constructor(props?: P);
  props: P;
  state: S;
  setState(change: Partial<S>): void;
  forceUpdate(): void;
  shouldComponentUpdate?(props: P, state: S): boolean;
  componentDidMount?(): void;
  componentDidUpdate?(): void;
  componentWillUnmount?(): void;
  abstract render(props?: P, state?: S): unknown;
}
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T>(callback: T, inputs: unknown[]): T;
