import mono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url'
import sans from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'

/** The files, by the names that src/design/tokens.css lists before the system fonts. They contain only Latin letters. */
const FILES = { 'Geist Variable': sans, 'Geist Mono Variable': mono }

/**
 * Adds the fonts of the interface and of code to the page, both in the same frame.
 * @throws DOMException when a file cannot be loaded
 */
export async function addBundledFonts(): Promise<void> {
  const faces = Object.entries(FILES).map(([name, file]) => new FontFace(name, `url(${file})`, { weight: '100 900' }))
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}
