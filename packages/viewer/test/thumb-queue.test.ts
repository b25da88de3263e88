import { describe, expect, test } from 'vitest';
import { ThumbQueue } from '../src/pictures/thumb-queue.ts';

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('the queue of thumbnails', () => {
  test('runs no more than its limit at a time, the last asked for first', async () => {
    const queue = new ThumbQueue(2);
    const order: number[] = [];
    const gates = Array.from({ length: 5 }, gate);
    const { signal } = new AbortController();
    const all = gates.map(({ passed }, i) =>
      queue.add(async () => {
        order.push(i);
        await passed;
        return i;
      }, signal),
    );
    expect(order).toEqual([0, 1]);
    expect(queue.size).toBe(5);
    gates[0]!.open();
    await all[0];
    await Promise.resolve();
    expect(order).toEqual([0, 1, 4]);
    for (const { open } of gates) open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    expect(order).toEqual([0, 1, 4, 3, 2]);
    expect(queue.size).toBe(0);
  });

  test('what waits and is no longer wanted never runs; what runs ends by itself', async () => {
    const queue = new ThumbQueue(1);
    const first = gate();
    const abort = new AbortController();
    const ran: string[] = [];
    const running = queue.add(async () => {
      ran.push('running');
      await first.passed;
      return 'done';
    }, abort.signal);
    const waiting = queue.add(async () => ran.push('waiting'), abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('no longer wanted');
    first.open();
    expect(await running).toBe('done');
    expect(ran).toEqual(['running']);
    await expect(queue.add(async () => 1, abort.signal)).rejects.toThrow('no longer wanted');
  });

  test('a failure goes to who asked, and the next runs', async () => {
    const queue = new ThumbQueue(1);
    const { signal } = new AbortController();
    const bad = queue.add(async () => {
      throw new Error('damaged');
    }, signal);
    const good = queue.add(async () => 7, signal);
    await expect(bad).rejects.toThrow('damaged');
    expect(await good).toBe(7);
  });
});
