import type { CDPSession, Page } from 'playwright-core';

/** What a page holds on to, after a full collection of garbage. */
export interface Memory {
  /** Bytes of JavaScript objects of the page, without the machine code that the engine makes of its functions. */
  page: number;
  /** Bytes of JavaScript objects of all its workers. */
  workers: number;
  workerCount: number;
  /** Of three's renderer. */
  geometries: number;
  textures: number;
  /** Addresses of `URL.createObjectURL` that were not given back. */
  objectUrls: number;
}

export interface MemoryMeter {
  read(): Promise<Memory>;
}

/**
 * Measures a page from its next load on. What `waitForSelector` returns keeps an element and all that it knows of: wait with
 * locators.
 */
export async function memoryOf(page: Page): Promise<MemoryMeter> {
  const session = await page.context().newCDPSession(page);
  const workers = await workerSessions(session);
  await page.addInitScript(() => {
    const live = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (source) => {
      const url = createObjectURL.call(URL, source);
      live.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      live.delete(url);
      revokeObjectURL.call(URL, url);
    };
    Object.assign(window, { liveObjectUrls: live });
  });
  await page.reload();
  await page.locator('.header').waitFor();
  return {
    async read() {
      const dataset = await page.evaluate(() => ({ ...document.querySelector('canvas')?.dataset }));
      const objectUrls = await page.evaluate(
        () => (window as unknown as { liveObjectUrls: Set<string> }).liveObjectUrls.size,
      );
      let inWorkers = 0;
      for (const send of workers.values()) {
        await send('HeapProfiler.collectGarbage');
        inWorkers += (await send('Runtime.getHeapUsage')).usedSize as number;
      }
      await session.send('HeapProfiler.collectGarbage');
      return {
        page: await objectBytes(session),
        workers: inWorkers,
        workerCount: workers.size,
        geometries: Number(dataset.geometries ?? 0),
        textures: Number(dataset.textures ?? 0),
        objectUrls,
      };
    },
  };
}

/** Kinds of heap nodes that a page can hold on to by itself; code and the browser's own records are not among them. */
const OBJECTS = new Set([
  'array',
  'string',
  'object',
  'closure',
  'regexp',
  'number',
  'symbol',
  'bigint',
  'concatenated string',
  'sliced string',
]);

async function objectBytes(session: CDPSession): Promise<number> {
  let text = '';
  const add = ({ chunk }: { chunk: string }) => {
    text += chunk;
  };
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { snapshot, nodes } = JSON.parse(text) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types } = snapshot.meta;
  const [kinds] = node_types;
  const kindAt = fields.indexOf('type');
  const sizeAt = fields.indexOf('self_size');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (OBJECTS.has(kinds[nodes[at + kindAt]!]!)) bytes += nodes[at + sizeAt]!;
  }
  return bytes;
}

type Send = (method: string) => Promise<Record<string, unknown>>;

/** A way to each worker of the page: the library has none of its own. */
async function workerSessions(session: CDPSession): Promise<Map<string, Send>> {
  const workers = new Map<string, Send>();
  const answers = new Map<number, (result: Record<string, unknown>) => void>();
  let nextId = 1;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worker') return;
    workers.set(sessionId, (method) => {
      const id = nextId++;
      const answer = new Promise<Record<string, unknown>>((resolve) => answers.set(id, resolve));
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
      return answer;
    });
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: Record<string, unknown> };
    answers.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return workers;
}
