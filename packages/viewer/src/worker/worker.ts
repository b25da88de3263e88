import { failureOf } from './methods/failure.ts';
import { handlers } from './methods/handlers.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** What a handler may use beside its arguments. */
export interface WorkContext {
  progress(done: number, total: number): void;
  /** Lets a cancel message in; throws when there was one. */
  breathe(): Promise<void>;
  /** Buffers of the result that are moved, not copied. */
  transfer: Transferable[];
}

/** The global scope of a worker, of which the page's library has no type. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
const cancelled = new Set<number>();

scope.onmessage = ({ data }) => {
  if ('cancel' in data) cancelled.add(data.cancel);
  else void answer(data);
};

async function answer({ id, method, args }: Extract<ToWorker, { method: unknown }>): Promise<void> {
  const context: WorkContext = {
    progress: (done, total) => scope.postMessage({ id, progress: { done, total } }),
    async breathe() {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (cancelled.has(id)) throw new DOMException('cancelled', 'AbortError');
    },
    transfer: [],
  };
  try {
    const handler = handlers[method] as (context: WorkContext, ...args: unknown[]) => unknown;
    const result = await handler(context, ...args);
    scope.postMessage({ id, result }, context.transfer);
  } catch (error) {
    scope.postMessage({ id, failure: failureOf(error) });
  }
  cancelled.delete(id);
}
