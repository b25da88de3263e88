import { describe, expect, test } from 'vitest';
import { EditError } from '../src/yabx/edit-error.ts';
import { objectPaths, pathOfObject, resolvePath } from '../src/yabx/path.ts';
import { readYabx } from '../src/yabx/read.ts';
import { yabxString } from '../src/yabx/strings.ts';
import type { Yabx } from '../src/yabx/types.ts';
import { yabxSamples } from './yabx-truth.ts';

const graph = readYabx(yabxSamples().find((s) => s.name === 'oracle_graph_le.yabx')!.bytes);

describe.each(yabxSamples())('paths of $name', ({ bytes }) => {
  test('every object and field is found by its path', () => {
    const model = readYabx(bytes);
    const paths = objectPaths(model);
    expect(new Set(paths).size).toBe(model.objects.length);
    model.objects.forEach((object, i) => {
      expect(resolvePath(model, paths[i]!).object).toBe(object);
      expect(resolvePath(model, `#${object.id}`).object).toBe(object);
      expect(resolvePath(model, `objects[${i}]`).object).toBe(object);
      object.fields.forEach((field) => {
        expect(resolvePath(model, `${paths[i]}.${field.name}`).field).toBe(field);
      });
    });
  });
});

describe('a path', () => {
  test.each<[string, number, string | undefined, number[]]>([
    ['State[0]._cullMode', 1, '_cullMode', []],
    ['stevia::State[1]._name', 16, '_name', []],
    ['#10002', 1, undefined, []],
    ['#10002._userParameter[2]', 1, '_userParameter', [2]],
    ['Database', 0, undefined, []],
    ['Database._name', 0, '_name', []],
    ['Database.stevia::Resource._name', 0, '_name', []],
    ['Variant[0]._valueColor.g', 5, '_valueColor', [1]],
    ['Variant[0]._valueColor[3]', 5, '_valueColor', [3]],
    [' objects[1]._cullMode ', 1, '_cullMode', []],
  ])('%s', (path, objectIndex, field, items) => {
    const place = resolvePath(graph, path);
    expect(place.objectIndex).toBe(objectIndex);
    expect(place.field?.name).toBe(field);
    expect(place.items).toEqual(items);
  });

  test.each<[string, RegExp, RegExp]>([
    ['', /no object is of class ""/, /Database, State/],
    ['Foo[0]', /no object is of class "Foo"/, /Database, State, Texture/],
    ['State', /2 objects are of class "State"/, /State\[0\] to State\[1\]/],
    ['State[7]', /no State\[7\]/, /State\[0\] to State\[1\]/],
    ['#9', /no object has the id 9/, /#10001 to #10066/],
    ['State[0]._cull', /has no field "_cull"/, /_fillType, _alphaRef/],
    ['State[0]cull', /has no field "cull"/, /_fillType/],
    ['State[0]._cullMode[0]', /_cullMode is one u32/, /nothing behind it/],
    ['State[0]._userParameter[99]', /has no "\[99\]"/, /\[0\] to \[5\]/],
    ['State[0]._userParameter.x', /has no ".x"/, /\[0\] to \[5\]/],
    ['Variant[0]._valueColor.q', /has no ".q"/, /\[0\] to \[3\]/],
    ['Variant[0]._valueColor[0][1]', /is one vec4/, /nothing/],
  ])('%s is refused and says what exists', (path, reason, expected) => {
    try {
      resolvePath(graph, path);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(EditError);
      expect((error as EditError).reason).toMatch(reason);
      expect((error as EditError).expected).toMatch(expected);
    }
  });
});

describe('names that two things share', () => {
  const object = (id: number, className: string | undefined, names: [string, string][]): Yabx['objects'][number] => ({
    id,
    classIndex: 1,
    className,
    offset: 0,
    bodySize: 0,
    leftover: new Uint8Array(0),
    fields: names.map(([declaredIn, name]) => ({
      name,
      declaredIn,
      size: 1,
      offset: 0,
      raw: new Uint8Array(1),
      value: { kind: 'u8', value: 0 },
    })),
  });
  const cls = (name: string) => ({ name: yabxString(name), flags: 1, parent: 0, fields: [] });
  const model: Yabx = {
    ...graph,
    classes: [cls('a::Thing'), cls('b::Thing'), cls('we.ird')],
    objects: [
      object(10001, 'a::Thing', [
        ['a::Thing', 'x'],
        ['base', 'x'],
        ['base', 'x'],
      ]),
      object(10002, 'b::Thing', []),
      object(10003, 'we.ird', []),
      object(10004, undefined, []),
    ],
  };

  test('objects get the full class name, or their id', () => {
    expect(objectPaths(model)).toEqual(['a::Thing[0]', 'b::Thing[0]', '#10003', '#10004']);
    expect(pathOfObject(model, model.objects[1]!)).toBe('b::Thing[0]');
    expect(resolvePath(model, 'Thing[1]').objectIndex).toBe(1);
  });

  test('a hidden field is found by the class that declares it', () => {
    expect(resolvePath(model, '#10001.x').fieldIndex).toBe(0);
    expect(resolvePath(model, '#10001.base.x').fieldIndex).toBe(1);
    expect(resolvePath(model, '#10001.x~2').fieldIndex).toBe(2);
  });
});
