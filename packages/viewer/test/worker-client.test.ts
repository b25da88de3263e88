import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isCancelled, WorkerClient } from '../src/worker/client.ts';
import type { FileRef, FromWorker, ToWorker } from '../src/worker/protocol.ts';

const ref: FileRef = { key: '1:0', name: 'x', source: { kind: 'blob', blob: new Blob([]) } };

/** A worker that answers when the test says so. */
class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault: () => void }) => void) | null = null;
  readonly received: ToWorker[] = [];
  ended = false;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  /** Requests, by method. */
  get asked(): string[] {
    return this.received.flatMap((message) => ('method' in message ? [message.method] : []));
  }

  answer(message: Partial<{ result: unknown; failure: unknown; progress: unknown }>): void {
    const last = this.received.filter((m) => 'method' in m).at(-1) as { id: number };
    this.onmessage?.({ data: { id: last.id, ...message } as FromWorker });
  }
}

const client = () => new WorkerClient(() => new FakeWorker() as unknown as Worker);
const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ cancelled: isCancelled(error), message: (error as Error).message }),
  );

beforeEach(() => {
  FakeWorker.made = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('asking a worker', () => {
  test('one request after the other, in order, with progress', async () => {
    const worker = client();
    const progress: unknown[] = [];
    const first = worker.call('check', [ref], { onProgress: (p) => progress.push(p) });
    const second = worker.call('pictures', [ref]);
    const [fake] = FakeWorker.made;
    expect(fake!.asked).toEqual(['check']);
    fake!.answer({ progress: { done: 1, total: 2 } });
    fake!.answer({ result: [] });
    expect(await first).toEqual([]);
    expect(progress).toEqual([{ done: 1, total: 2 }]);
    expect(fake!.asked).toEqual(['check', 'pictures']);
    fake!.answer({ failure: { code: 'svo/x', message: 'broken' } });
    expect(await outcome(second)).toEqual({ cancelled: false, message: 'broken' });
    expect(FakeWorker.made).toHaveLength(1);
  });

  test('a request that was cancelled before it started never starts', async () => {
    const worker = client();
    const first = worker.call('check', [ref]);
    const abort = new AbortController();
    const second = outcome(worker.call('trace', [ref], { signal: abort.signal }));
    abort.abort();
    expect(await second).toMatchObject({ cancelled: true });
    FakeWorker.made[0]!.answer({ result: [] });
    await first;
    expect(FakeWorker.made[0]!.asked).toEqual(['check']);
    expect(await outcome(worker.call('trace', [ref], { signal: abort.signal }))).toMatchObject({ cancelled: true });
  });

  test('one that runs is asked to stop; when it does, its worker stays', async () => {
    const worker = client();
    const abort = new AbortController();
    const first = outcome(worker.call('trace', [ref], { signal: abort.signal }));
    const second = worker.call('check', [ref]);
    abort.abort();
    expect(await first).toMatchObject({ cancelled: true });
    const [fake] = FakeWorker.made;
    expect(fake!.received.at(-1)).toEqual({ cancel: 1 });
    fake!.answer({ failure: { code: 'cancelled', message: 'cancelled' } });
    expect(fake!.asked).toEqual(['trace', 'check']);
    vi.advanceTimersByTime(1000);
    fake!.answer({ result: [] });
    expect(await second).toEqual([]);
    expect(fake!.ended).toBe(false);
  });

  test('when it does not, its worker is ended and the next request gets another', async () => {
    const worker = client();
    const abort = new AbortController();
    const first = outcome(worker.call('trace', [ref], { signal: abort.signal }));
    const second = worker.call('check', [ref]);
    abort.abort();
    await first;
    vi.advanceTimersByTime(1000);
    const [stuck, fresh] = FakeWorker.made;
    expect([stuck!.ended, fresh!.ended]).toEqual([true, false]);
    expect(fresh!.asked).toEqual(['check']);
    stuck!.answer({ result: 'too late' });
    fresh!.answer({ result: ['fresh'] });
    expect(await second).toEqual(['fresh']);
  });

  test('a worker that dies fails its request, and only that', async () => {
    const worker = client();
    const first = outcome(worker.call('trace', [ref]));
    const second = worker.call('check', [ref]);
    FakeWorker.made[0]!.onerror?.({ message: 'out of memory', preventDefault: () => {} });
    expect(await first).toEqual({ cancelled: false, message: 'out of memory' });
    FakeWorker.made[1]!.answer({ result: [] });
    expect(await second).toEqual([]);
  });

  test('stop cancels everything; release does not start a worker', async () => {
    const worker = client();
    worker.release(['1:0']);
    expect(FakeWorker.made).toHaveLength(0);
    const work = [worker.call('trace', [ref]), worker.call('check', [ref])].map(outcome);
    worker.stop();
    expect(await Promise.all(work)).toMatchObject([{ cancelled: true }, { cancelled: true }]);
    expect(FakeWorker.made.map((fake) => fake.ended)).toEqual([true]);
  });
});
