/** Pixel formats of textures as options name them, and what the library calls them. */
export const TEXTURE_FORMATS: { readonly [name: string]: string } = {
  argb8888: 'A8R8G8B8',
  rgb888: 'R8G8B8',
  rgb565: 'R5G6B5',
  argb4444: 'A4R4G4B4',
  argb1555: 'A1R5G5B5',
  l8: 'L8',
  dxt1: 'DXT1',
  dxt3: 'DXT3',
  dxt5: 'DXT5',
  bc4: 'ATI1',
  bc5: 'ATI2',
};
