import { SANDBOXED_PAGE } from '../address/sandboxed-page.ts'

// The parts of `<tabplane-cluster>` without a DOM. Other sites load this script, so it imports only a constant.

export interface EmbedElementOptions {
  /** The attributes of the element, unchecked; the frame validates them. */
  readonly attributes: Readonly<Record<string, string | null>>
  /** A manifest to apply to the new cluster. */
  readonly manifest?: string | undefined
  /** The origin of the page that may call the frame. */
  readonly host?: string
  /** Whether the frame shows the cluster of another frame. */
  readonly isView?: boolean
}

/** In characters. The address of the frame contains the compressed manifest, and browsers limit addresses to some megabytes. */
export const LONGEST_MANIFEST = 512 * 1024

/** The attributes of the element that are also query parameters of the frame. */
const COPIED_ATTRIBUTES = ['theme', 'dialect', 'example', 'at', 'show', 'scenario'] as const

/** The parameters of a new cluster. A view of another frame's cluster starts no cluster. */
const CLUSTER_PARAMETERS = ['dialect', 'example', 'scenario'] as const

/** Removes the indentation that the page gives a text between tags: a YAML document begins at the first column. */
export function dedent(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '').split(/\r?\n/)
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n') + '\n'
}

/** Whether the frame of an element with that `sandbox` has an opaque origin. */
const isOpaque = (sandbox: string | null | undefined): boolean =>
  typeof sandbox === 'string' && !sandbox.includes('allow-same-origin')

/** The address of the frame, below the folder of the app. A manifest is in the fragment, as in a share link. */
export async function frameAddress(
  base: URL,
  { attributes, manifest, host, isView }: EmbedElementOptions,
): Promise<string> {
  const address = new URL(isOpaque(attributes['sandbox']) ? SANDBOXED_PAGE : '', base)
  const query = new URLSearchParams({ panes: attributes['panes'] ?? 'edit,terminal' })
  for (const name of COPIED_ATTRIBUTES) if (attributes[name]) query.set(name, attributes[name])
  if (host !== undefined) query.set('host', host)
  if (isView) {
    query.set('view', '')
    for (const name of CLUSTER_PARAMETERS) query.delete(name)
  }
  address.search = query.toString()
  const { share } = attributes
  if (isView) return address.href
  if (manifest !== undefined) address.hash = await manifestFragment(manifest, attributes)
  else if (share) address.hash = share.slice(share.indexOf('#') + 1)
  return address.href
}

/** The fragment of a link to a cluster with the manifest, in the format of `decodeShare` (src/share/share-link.ts). */
async function manifestFragment(text: string, { title, dialect }: EmbedElementOptions['attributes']): Promise<string> {
  if (text.length > LONGEST_MANIFEST) throw new Error(`the manifest is longer than ${LONGEST_MANIFEST} characters`)
  const name = 'manifest.yaml'
  const shared = {
    name: title || 'embedded',
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
