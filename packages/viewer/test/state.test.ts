import { describe, expect, test } from 'vitest';
import { hexOffset, parseOffset } from '../src/lib/hex-text.ts';
import { looksKnown } from '../src/lib/kinds.ts';
import { keyOf, keysOf, makeFile, type OpenFile, originalRef, refOf } from '../src/state/files.ts';
import { type History, isUnsaved, newStep, redone, undone, withStep } from '../src/state/history.ts';
import { TABS } from '../src/state/layout.ts';
import { clearSelection, hovered, select, selection } from '../src/state/selection.ts';
import { siblingsOf } from '../src/state/siblings.ts';

const EMPTY: History = { steps: [], at: 0, saved: 0 };
const step = (label: string, size = 1) => newStep(label, new Blob([new Uint8Array(size)]));
const labels = ({ steps, at }: History) => steps.slice(0, at).map(({ label }) => label);

function file(path: string, size = 10): OpenFile {
  return makeFile(path, size, async () => ({ kind: 'blob', blob: new Blob([new Uint8Array(size)]) }));
}

describe('the history of a file', () => {
  test('undo and redo walk through the steps and stop at the ends', () => {
    let history = withStep(withStep(EMPTY, step('a')), step('b'));
    expect(labels(history)).toEqual(['a', 'b']);
    expect(redone(history)).toBe(history);
    history = undone(history);
    expect(labels(history)).toEqual(['a']);
    history = undone(undone(undone(history)));
    expect(labels(history)).toEqual([]);
    expect(labels(redone(redone(redone(history))))).toEqual(['a', 'b']);
  });

  test('a new step forgets what was undone', () => {
    const history = withStep(undone(withStep(withStep(EMPTY, step('a')), step('b'))), step('c'));
    expect(labels(history)).toEqual(['a', 'c']);
    expect(redone(history)).toBe(history);
  });

  test('unsaved is what differs from the last download', () => {
    const once = withStep(EMPTY, step('a'));
    expect(isUnsaved(EMPTY)).toBe(false);
    expect(isUnsaved(once)).toBe(true);
    expect(isUnsaved(undone(once))).toBe(false);
    const saved = { ...once, saved: once.at };
    expect(isUnsaved(saved)).toBe(false);
    expect(isUnsaved(undone(saved))).toBe(true);
    // The saved state was undone and then overwritten: it cannot come back.
    expect(isUnsaved(withStep(undone(saved), step('b')))).toBe(true);
  });

  test('the oldest steps go when they are too large together, the newest never', () => {
    let history = EMPTY;
    for (const label of ['a', 'b', 'c', 'd']) history = withStep(history, step(label, 40), 100);
    expect(labels(history)).toEqual(['c', 'd']);
    expect(isUnsaved(history)).toBe(true);
    expect(labels(withStep(history, step('huge', 1000), 100))).toEqual(['huge']);
  });
});

describe('files', () => {
  test('the key follows every edit, undo and redo, and never comes back for other bytes', async () => {
    const one = file('a/x.svo');
    const keys = [keyOf(one)];
    one.history.value = withStep(one.history.value, step('1', 5));
    keys.push(keyOf(one));
    one.history.value = undone(one.history.value);
    expect(keyOf(one)).toBe(keys[0]);
    one.history.value = withStep(one.history.value, step('2', 7));
    keys.push(keyOf(one));
    expect(new Set(keys).size).toBe(3);
    expect(keysOf(one)).toContain(keys[2]);
    const { source } = await refOf(one);
    expect(source.kind === 'blob' && source.blob.size).toBe(7);
    const original = await originalRef(one);
    expect(original.key).toBe(keys[0]);
    expect(original.source.kind === 'blob' && original.source.blob.size).toBe(10);
  });

  test('fault 100: two files of one name are two files', async () => {
    const first = file('x.svo', 3);
    const second = file('x.svo', 4);
    expect(keyOf(first)).not.toBe(keyOf(second));
  });

  test('materials are looked for in the libraries of the nearest folder, and in the list of the model', () => {
    const model = file('game/units/Tank.msh');
    const near = file('game/units/Textures.lib');
    const far = file('other/TEXTURES.LIB');
    const list = file('game/tank.WEA');
    const none = [file('game/units/other.wea'), file('game/units/hero.svo'), model];
    expect(siblingsOf(model, [far, ...none, list, near])).toEqual([near, list]);
  });

  test('which names are opened first', () => {
    expect(['a.SVO', 'b/c.msh', 'x.rfz', 'T.lib', '日本.dds', 'readme.txt', 'svo'].map(looksKnown)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('a file that cannot be opened still has its bytes and its findings', () => {
    expect(TABS.filter((tab) => tab.wanted(undefined, 1)).map(({ id }) => id)).toEqual(['hex', 'diagnostics']);
  });
});

describe('the selection', () => {
  test('is let go with its file, and with no other', () => {
    select({ file: 1, path: 'a', start: 1, end: 2, from: 'test' });
    hovered.value = { file: 1, path: 'a' };
    clearSelection(2);
    expect(selection.value?.path).toBe('a');
    clearSelection(1);
    expect([selection.value, hovered.value]).toEqual([undefined, undefined]);
  });
});

describe('offsets as people write them', () => {
  test('hexadecimal and decimal', () => {
    expect(
      ['0x1A2C', '1a2ch', ' 6700 ', '0x10_00', '1A2C', '-1', '', '0x', '1e3', '99999999999999999999'].map(parseOffset),
    ).toEqual([0x1a2c, 0x1a2c, 6700, 0x1000, undefined, undefined, undefined, undefined, undefined, undefined]);
    expect(hexOffset(0x1a2c)).toBe('0x1A2C');
  });
});
