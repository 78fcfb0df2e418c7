/** The parts of `<tabplane-cluster>` that need no page. The script is for foreign pages: it brings nothing else along. */

export interface ElementWish {
  /** The attributes of the element, as they are written; the frame judges them. */
  readonly attributes: Readonly<Record<string, string | null>>
  /** A manifest to apply to the fresh cluster. */
  readonly manifest?: string
}

/** In characters. An address holds it compressed, and no browser takes more than some megabytes of one. */
export const LONGEST_MANIFEST = 512 * 1024

/** What the frame's query knows by the names of the element's attributes. */
const QUERY = ['theme', 'dialect', 'example', 'at', 'show'] as const

/** Text between tags stands indented as the page is; a document of YAML begins at the first column. */
export function dedent(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '').split(/\r?\n/)
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n') + '\n'
}

/** The address of the frame, below the folder that holds the app. A manifest travels as a share link does: behind the `#`. */
export async function frameAddress(base: URL, { attributes, manifest }: ElementWish): Promise<string> {
  const address = new URL(base)
  const query = new URLSearchParams({ panes: attributes['panes'] ?? 'edit,terminal' })
  for (const name of QUERY) if (attributes[name]) query.set(name, attributes[name])
  address.search = query.toString()
  const { share } = attributes
  if (manifest !== undefined) address.hash = await manifestFragment(manifest, attributes)
  else if (share) address.hash = share.slice(share.indexOf('#') + 1)
  return address.href
}

/** As `decodeShare` reads it (src/share/share-link.ts). */
async function manifestFragment(text: string, { title, dialect }: ElementWish['attributes']): Promise<string> {
  if (text.length > LONGEST_MANIFEST) throw new Error(`the manifest is longer than ${LONGEST_MANIFEST} characters`)
  const name = 'manifest.yaml'
  const shared = {
    name: title || 'Embedded cluster',
    dialect: dialect === 'k8s' ? dialect : 'svc',
    objects: [],
    documents: [{ name, text }],
    at: `?file=${name}`,
    apply: true,
  }
  const packed = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return 'c1.' + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
