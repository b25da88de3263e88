import { FormatError, type NresAsset, openAsset } from '@unbake/formats';
import { LoadingManager, type MeshPhongMaterial } from 'three';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { MSHLoader, SVOLoader } from '../src/index.ts';

const hero = samplesIn('svo', '.svo').find((s) => s.name === 'oracle_hero.svo')!;
const turret = samplesIn('msh', '.msh').find((s) => s.name === 'turret.msh')!;
const library = samplesIn('nres', '.rlb').find((s) => s.name === 'canonical.rlb')!;

/** Files of a server that is not there. */
const served = new Map<string, Uint8Array>([
  ['http://game.test/models/oracle_hero.svo', hero.bytes],
  ['http://game.test/models/turret.msh', turret.bytes],
  ['http://game.test/data/Material.lib', library.bytes],
  ['http://game.test/models/bad.svo', hero.bytes.subarray(0, 20)],
]);

beforeAll(() => {
  const fetched = async (request: Request) => {
    const bytes = served.get(request.url);
    return bytes ? new Response(bytes.slice()) : new Response('', { status: 404 });
  };
  vi.stubGlobal('fetch', fetched);
  // Node has no such class; three.js tells the progress with it.
  vi.stubGlobal('ProgressEvent', class extends Event {});
});

describe('SVOLoader', () => {
  test('parses bytes, as an array or as a buffer', async () => {
    const loader = new SVOLoader();
    for (const data of [hero.bytes, hero.bytes.slice().buffer]) {
      const model = await loader.parseAsync(data);
      expect(model.nodes).toHaveLength(15);
      expect(model.skeletons).toHaveLength(1);
    }
  });

  test('loads through its path and manager, and tells the manager when it is done', async () => {
    const urls: string[] = [];
    const manager = new LoadingManager();
    const done = vi.fn();
    manager.onLoad = done;
    manager.setURLModifier((url) => {
      urls.push(url);
      return url;
    });
    const model = await new SVOLoader(manager).setPath('http://game.test/models/').loadAsync('oracle_hero.svo');
    expect(model.scene.children.length).toBeGreaterThan(0);
    expect(urls).toEqual(['http://game.test/models/oracle_hero.svo']);
    await vi.waitFor(() => expect(done).toHaveBeenCalled());
  });

  test('a missing, a damaged and a foreign file are errors of load', async () => {
    const manager = new LoadingManager();
    const failed: string[] = [];
    manager.onError = (url) => failed.push(url);
    const loader = new SVOLoader(manager).setPath('http://game.test/models/');
    await expect(loader.loadAsync('none.svo')).rejects.toThrow('404');
    await expect(loader.loadAsync('bad.svo')).rejects.toThrow(FormatError);
    await expect(loader.loadAsync('turret.msh')).rejects.toThrow('"turret.msh" is');
    expect(failed).toContain('bad.svo');
  });
});

describe('MSHLoader', () => {
  test('gives the state and level that are asked for', () => {
    const loader = new MSHLoader();
    const shown = (state: number, lod: number) =>
      loader
        .setOptions({ state, lod })
        .parse(turret.bytes, 'turret.msh')
        .parts.map((parts) => parts.length);
    expect(shown(0, 0)).toEqual([2, 1, 1, 1, 1]);
    expect(shown(1, 0)).toEqual([1, 0, 0, 1, 0]);
    expect(shown(0, 1)).toEqual([1, 1, 0, 1, 0]);
  });

  test('poses the model and has its animation as a clip', () => {
    const { pose, animations, nodes } = new MSHLoader().parse(turret.bytes, 'turret.msh');
    expect(animations.map((clip) => clip.name)).toEqual(['turret']);
    pose.setTime(12);
    expect(nodes[1]!.matrixAutoUpdate).toBe(false);
  });

  test('finds materials in libraries that it is told to fetch, once', async () => {
    const loader = new MSHLoader().setResourcePath('http://game.test/data/').setLibraries(['Material.lib']);
    const wear = (openAsset(library.bytes, { name: 'canonical.rlb' }) as NresAsset).entries()[1]!;
    expect(wear.name).toBe('turret.wea');
    loader.setFindAsset((name) => (name === 'turret.wea' ? openAsset(wear.data, { name }) : undefined));
    const model = await loader.loadAsync('http://game.test/models/turret.msh');
    const names = model.source.materials.map((m) => m.name);
    expect(names).toContain('STEEL');
    const [steel] = model.materials[names.indexOf('STEEL')]!;
    expect((steel as MeshPhongMaterial).map).not.toBeNull();
    served.delete('http://game.test/data/Material.lib');
    await loader.loadAsync('http://game.test/models/turret.msh');
  });
});
