// Runs in the page of browser tests: draws an object of three.js and tells what is on the picture.
import * as THREE from 'three';

/** Background of every picture, as sRGB bytes. */
export const BACKGROUND = [58, 64, 74];

/** A renderer of its own, lit from the camera; `size` in pixels. */
export function makeStage(width = 320, height = 240) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(width, height);
  renderer.setClearColor(new THREE.Color().setRGB(...BACKGROUND.map((c) => c / 255), THREE.SRGBColorSpace));
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(35, width / height);
  const light = new THREE.DirectionalLight(0xffffff, 2.4);
  light.position.set(0.4, 0.6, 1);
  camera.add(light);
  scene.add(camera, new THREE.HemisphereLight(0xffffff, 0x8890a0, 1.2));
  return { renderer, scene, camera };
}

/** Draws `object` whole, seen from a corner; gives how much of the picture it covers, its colours and the PNG. */
export function shoot(stage, object, direction = [0.7, 0.5, 1]) {
  const { renderer, scene, camera } = stage;
  scene.add(object);
  object.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(object, true);
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  const distance = (sphere.radius * 1.05) / Math.sin(((camera.fov / 2) * Math.PI) / 180);
  camera.position.fromArray(direction).normalize().multiplyScalar(distance).add(sphere.center);
  camera.near = distance / 100;
  camera.far = distance * 10;
  camera.lookAt(sphere.center);
  camera.updateProjectionMatrix();
  renderer.render(scene, camera);
  const { width, height } = renderer.domElement;
  const gl = renderer.getContext();
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const error = gl.getError();
  scene.remove(object);
  return { ...summary(pixels), error, png: renderer.domElement.toDataURL('image/png') };
}

function summary(pixels) {
  let covered = 0;
  const sum = [0, 0, 0];
  const colours = new Set();
  for (let i = 0; i < pixels.length; i += 4) {
    if (BACKGROUND.every((c, k) => Math.abs(pixels[i + k] - c) <= 2)) continue;
    covered++;
    for (let k = 0; k < 3; k++) sum[k] += pixels[i + k];
    colours.add(((pixels[i] >> 3) << 10) | ((pixels[i + 1] >> 3) << 5) | (pixels[i + 2] >> 3));
  }
  return {
    coverage: covered / (pixels.length / 4),
    mean: sum.map((s) => s / Math.max(1, covered)),
    colours: colours.size,
  };
}
