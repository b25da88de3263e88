import { type Model, placeOf, type TextureCapabilities, textureCapabilities, transparentOrder } from '@unbake/three';
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Mesh,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { isShown, visibleBox } from './bounds.ts';
import type { Background, Display } from './display.ts';
import { type Ball, DEFAULT_BALL, depthRange, framingDistance, usableBall } from './framing.ts';
import { Ground } from './ground.ts';
import { Modes } from './modes.ts';
import { Overlays } from './overlays.ts';

/** Colours of the page's theme, as CSS. */
export interface ThemeColors {
  ground: string;
  line: string;
  accent: string;
}

export interface ViewportEvents {
  /** A click on a part of the model, or beside it. */
  pick(node: number | undefined): void;
  /** The GPU took its context away, or gave it back. */
  lost(isLost: boolean): void;
}

/** The browser has no WebGL 2, or has switched it off. */
export class NoWebGl extends Error {
  override readonly name = 'NoWebGl';
}

const FOV = 35;
/** Pixels that a click may move. */
const CLICK = 4;
const FIRST_DIRECTION = new Vector3(0.7, 0.45, 1).normalize();

/** A canvas with a model, a camera that orbits, and everything drawn beside it. Draws only when something has changed. */
export class Viewport {
  readonly canvas = document.createElement('canvas');
  readonly capabilities: TextureCapabilities;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FOV, 1, 0.01, 100);
  readonly #controls: OrbitControls;
  readonly #ground = new Ground();
  readonly #modes = new Modes();
  readonly #overlays = new Overlays();
  readonly #observer = new ResizeObserver(() => this.#resize());
  #events: ViewportEvents | undefined;
  #model: Model | undefined;
  #ball: Ball = DEFAULT_BALL;
  #display: Display | undefined;
  #theme: ThemeColors = { ground: '#171c24', line: '#7c8997', accent: '#7cc4ff' };
  #selected: number | undefined;
  #frame = 0;
  #pictures = 0;
  #disposed = false;

  /** @throws NoWebGl */
  constructor() {
    const attributes: WebGLContextAttributes = { alpha: true, antialias: true, powerPreference: 'high-performance' };
    const context = this.canvas.getContext('webgl2', attributes);
    if (!context) throw new NoWebGl();
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, context });
    this.#renderer.setTransparentSort(transparentOrder);
    this.capabilities = textureCapabilities(this.#renderer);
    const light = new DirectionalLight(0xffffff, 2.1);
    light.position.set(0.4, 0.6, 1);
    this.#camera.add(light);
    this.#scene.add(
      this.#camera,
      new HemisphereLight(0xffffff, 0x8890a0, 1.2),
      this.#ground.object,
      this.#overlays.object,
    );
    this.#controls = new OrbitControls(this.#camera, this.canvas);
    this.#controls.zoomToCursor = true;
    this.#controls.listenToKeyEvents(this.canvas);
    this.#controls.addEventListener('change', () => this.invalidate());
    this.canvas.tabIndex = 0;
    this.canvas.addEventListener('webglcontextlost', this.#onLost);
    this.canvas.addEventListener('webglcontextrestored', this.#onRestored);
    this.canvas.addEventListener('pointerdown', this.#onPointerDown);
    this.canvas.addEventListener('pointerup', this.#onPointerUp);
    this.#placeCamera(DEFAULT_BALL, FIRST_DIRECTION);
  }

  get isLost(): boolean {
    return this.#renderer.getContext().isContextLost();
  }

  /** Shows the canvas in an element, whose size it takes. */
  attach(host: HTMLElement, events: ViewportEvents): void {
    this.#events = events;
    host.prepend(this.canvas);
    this.#observer.observe(host);
    this.#resize();
  }

  detach(): void {
    this.#events = undefined;
    this.#observer.disconnect();
    this.canvas.remove();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Shows a model, or none; the model before is disposed. `keepCamera`: it is the same one, changed. */
  setModel(model: Model | undefined, keepCamera: boolean): void {
    this.#modes.restore();
    this.#model?.dispose();
    this.#model = model;
    this.#overlays.setModel(model);
    if (model) {
      this.#scene.add(model.scene);
      model.scene.updateMatrixWorld(true);
      this.#applyMode();
    }
    const camera = this.#ball;
    this.#ball = this.#measure();
    this.#ground.setSize(this.#ball.radius);
    if (!keepCamera || camera === DEFAULT_BALL) this.#placeCamera(this.#ball, FIRST_DIRECTION);
    this.invalidate();
  }

  setDisplay(display: Display, theme: ThemeColors): void {
    const before = this.#display?.mode;
    this.#display = display;
    this.#theme = theme;
    this.#ground.setColors(new Color(theme.line));
    if (before !== display.mode) this.#applyMode();
    this.invalidate();
  }

  setSelected(node: number | undefined): void {
    if (node === this.#selected) return;
    this.#selected = node;
    if (this.#display?.mode === 'weights') this.#applyMode();
    this.invalidate();
  }

  /** Moves the camera so that a node, or else everything visible, fills the view. */
  frame(node: number | undefined = this.#selected): void {
    const ball = node === undefined ? undefined : this.#measure(node);
    this.#placeCamera(ball && ball !== DEFAULT_BALL ? ball : this.#measure(), this.#direction());
    this.invalidate();
  }

  /** The picture as PNG; `scale` times its size on the screen as far as the GPU goes. */
  async capture({ transparent, scale = 1 }: { transparent: boolean; scale?: number }): Promise<Blob> {
    const renderer = this.#renderer;
    const before = renderer.getPixelRatio();
    const { clientWidth, clientHeight } = this.canvas;
    const most = this.capabilities.maxTextureSize / Math.max(1, clientWidth, clientHeight);
    renderer.setPixelRatio(Math.min(before * scale, most));
    try {
      this.#draw(transparent);
      return await new Promise((resolve, reject) => {
        this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
      });
    } finally {
      renderer.setPixelRatio(before);
      this.invalidate();
    }
  }

  /** Asks for a picture; however often it is called, one is drawn. */
  invalidate(): void {
    if (this.#frame !== 0 || this.#disposed || !this.canvas.isConnected) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw(false);
    });
  }

  dispose(): void {
    this.detach();
    this.#disposed = true;
    this.setModel(undefined, true);
    this.#controls.dispose();
    this.#modes.dispose();
    this.#overlays.dispose();
    this.#ground.dispose();
    this.canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    this.#renderer.dispose();
  }

  #draw(transparent: boolean): void {
    const display = this.#display;
    if (!display || this.isLost) return;
    const { helpers, mode } = display;
    this.#scene.updateMatrixWorld();
    const sees = this.#camera.position.distanceTo(this.#controls.target);
    const away = this.#camera.position.distanceTo(new Vector3(...this.#ball.center));
    Object.assign(this.#camera, depthRange(Math.max(sees, away), this.#ball.radius));
    this.#camera.near = Math.min(this.#camera.near, sees / 20);
    this.#camera.updateProjectionMatrix();
    this.#ground.show(helpers.has('grid') && !transparent, helpers.has('axes') && !transparent);
    this.#overlays.object.visible = !transparent;
    const colors = { accent: new Color(this.#theme.accent), line: new Color(this.#theme.line) };
    this.#overlays.update(helpers, this.#selected, this.#ball.radius, colors);
    this.#renderer.setClearColor(
      mode === 'overdraw' ? '#000' : backgroundColor(display.background, this.#theme),
      transparent ? 0 : 1,
    );
    this.#renderer.render(this.#scene, this.#camera);
    this.#report();
  }

  /** Figures for scripts that measure the page. */
  #report(): void {
    const { memory } = this.#renderer.info;
    const { dataset } = this.canvas;
    dataset.pictures = String(++this.#pictures);
    dataset.geometries = String(memory.geometries);
    dataset.textures = String(memory.textures);
    dataset.nodes = String(this.#model?.nodes.length ?? 0);
  }

  #applyMode(): void {
    if (this.#model && this.#display) this.#modes.apply(this.#model, this.#display.mode, this.#selected);
  }

  #measure(node?: number): Ball {
    const model = this.#model;
    if (!model) return DEFAULT_BALL;
    const parts = node === undefined ? model.parts.flat() : partsBelow(model, node);
    const box = visibleBox(parts);
    if (box.isEmpty()) {
      // Nothing to see: where the nodes stand.
      const nodes = node === undefined ? model.nodes.filter((n) => n.parent) : [model.nodes[node]!];
      for (const object of nodes) {
        const at = new Vector3().setFromMatrixPosition(object.matrixWorld);
        if (at.toArray().every(Number.isFinite)) box.expandByPoint(at);
      }
      if (box.isEmpty()) return DEFAULT_BALL;
    }
    const sphere = box.getBoundingSphere(new Sphere());
    const radius = sphere.radius > 0 ? sphere.radius : this.#ball.radius * 0.1;
    return usableBall({ center: sphere.center.toArray(), radius });
  }

  #direction(): Vector3 {
    const direction = this.#camera.position.clone().sub(this.#controls.target);
    return direction.lengthSq() > 0 ? direction.normalize() : FIRST_DIRECTION.clone();
  }

  #placeCamera(ball: Ball, direction: Vector3): void {
    const distance = framingDistance(ball.radius, FOV, this.#camera.aspect);
    this.#controls.target.set(...ball.center);
    this.#camera.position.copy(direction).multiplyScalar(distance).add(this.#controls.target);
    this.#controls.minDistance = ball.radius / 1000;
    this.#controls.maxDistance = Math.max(distance, this.#ball.radius) * 100;
    this.#controls.update();
  }

  #resize(): void {
    const host = this.canvas.parentElement;
    if (!host || host.clientWidth === 0 || host.clientHeight === 0) return;
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(host.clientWidth, host.clientHeight);
    this.#camera.aspect = host.clientWidth / host.clientHeight;
    this.#camera.updateProjectionMatrix();
    // A new size empties the canvas: drawn before it is shown.
    this.#draw(false);
  }

  readonly #onLost = (event: Event) => {
    event.preventDefault();
    this.#events?.lost(true);
  };

  readonly #onRestored = () => {
    this.#events?.lost(false);
    this.invalidate();
  };

  #down: { x: number; y: number } | undefined;

  readonly #onPointerDown = (event: PointerEvent) => {
    this.#down = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY } : undefined;
    this.canvas.focus({ preventScroll: true });
  };

  readonly #onPointerUp = (event: PointerEvent) => {
    const down = this.#down;
    this.#down = undefined;
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) > CLICK) return;
    this.#events?.pick(this.#nodeAt(event.clientX, event.clientY));
  };

  #nodeAt(clientX: number, clientY: number): number | undefined {
    if (!this.#model) return undefined;
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const raycaster = new Raycaster();
    raycaster.setFromCamera(at, this.#camera);
    const parts = this.#model.parts.flat().filter(isShown);
    const [hit] = raycaster.intersectObjects(parts, false);
    return hit && placeOf(hit.object)?.node;
  }
}

function partsBelow(model: Model, node: number): Mesh[] {
  const parts: Mesh[] = [];
  model.nodes[node]?.traverse((object) => {
    if ((object as Mesh).isMesh) parts.push(object as Mesh);
  });
  return parts;
}

function backgroundColor(background: Background, theme: ThemeColors): string {
  return { theme: theme.ground, black: '#000000', grey: '#808080', white: '#ffffff' }[background];
}
