/** Copies a body of `fetch` to bytes and sets the content type that `fetch` would set. */
export async function requestBody(
  body: BodyInit | null | undefined,
  headers: Headers,
): Promise<Uint8Array | undefined> {
  if (body === null || body === undefined) return undefined
  const read = new Response(body)
  const type = read.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(await read.arrayBuffer())
}
