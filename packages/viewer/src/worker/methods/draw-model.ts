import type { Scene } from '@unbake/formats';
import { sceneToThree, type TextureCapabilities, textureCapabilities } from '@unbake/three';
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  type Mesh,
  PerspectiveCamera,
  Sphere,
  Scene as Stage,
  Vector3,
  WebGLRenderer,
} from 'three';
import { depthRange, framingDistance, usableBall } from '../../view3d/framing.ts';
import type { Pixels } from '../protocol.ts';

/** Triangles of a model that is drawn for a small picture. */
const MOST_TRIANGLES = 2_000_000;
const FIELD_OF_VIEW = 35;
/** From the front, somewhat from the right and above. */
const DIRECTION = new Vector3(0.55, 0.4, 1).normalize();

interface Studio {
  renderer: WebGLRenderer;
  capabilities: TextureCapabilities;
}

/** One renderer draws every model; null when this browser's workers have no WebGL. */
let studio: Studio | null | undefined;

/** A model as a small picture on a transparent ground; undefined when it has nothing to show or nothing can draw it. */
export function drawModel(source: Scene, size: number): Pixels | undefined {
  const triangles = source.meshes.flatMap((mesh) => mesh.primitives).reduce((n, p) => n + p.indices.length / 3, 0);
  if (triangles === 0 || triangles > MOST_TRIANGLES) return undefined;
  studio ??= makeStudio();
  if (!studio) return undefined;
  const { renderer, capabilities } = studio;
  const model = sceneToThree(source, { capabilities });
  try {
    const stage = new Stage();
    const sun = new DirectionalLight(0xffffff, 1.7);
    sun.position.copy(DIRECTION).add(new Vector3(-0.4, 0.6, 0));
    stage.add(model.scene, sun, new HemisphereLight(0xffffff, 0x8890a0, 1.2));
    stage.updateMatrixWorld(true);
    const camera = cameraFor(model.parts.flat());
    renderer.setSize(size, size, false);
    renderer.render(stage, camera);
    return readPicture(renderer, size);
  } finally {
    model.dispose();
  }
}

function makeStudio(): Studio | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  try {
    const canvas = new OffscreenCanvas(16, 16);
    const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    renderer.setClearColor(0, 0);
    canvas.addEventListener('webglcontextlost', () => {
      studio = undefined;
    });
    return { renderer, capabilities: textureCapabilities(renderer) };
  } catch {
    return null;
  }
}

function cameraFor(parts: readonly Mesh[]): PerspectiveCamera {
  const box = new Box3();
  const own = new Box3();
  for (const part of parts) {
    own.setFromObject(part);
    if ([...own.min.toArray(), ...own.max.toArray()].every(Number.isFinite)) box.union(own);
  }
  const sphere = box.isEmpty() ? undefined : box.getBoundingSphere(new Sphere());
  const { center, radius } = usableBall(sphere && { center: sphere.center.toArray(), radius: sphere.radius });
  const distance = framingDistance(radius, FIELD_OF_VIEW, 1);
  const { near, far } = depthRange(distance, radius);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, near, far);
  camera.position.fromArray(center).addScaledVector(DIRECTION, distance);
  camera.lookAt(...center);
  return camera;
}

/** The drawn picture, rows top down, colours no longer multiplied by alpha. */
function readPicture(renderer: WebGLRenderer, size: number): Pixels {
  const gl = renderer.getContext();
  const drawn = new Uint8Array(size * size * 4);
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, drawn);
  const rgba = new Uint8Array(drawn.length);
  for (let y = 0; y < size; y++) rgba.set(drawn.subarray(y * size * 4, (y + 1) * size * 4), (size - 1 - y) * size * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let c = at; c < at + 3; c++) rgba[c] = Math.min(255, Math.round((rgba[c]! * 255) / alpha));
  }
  return { width: size, height: size, rgba };
}
