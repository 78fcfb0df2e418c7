import { describe, expect, it } from 'vitest'
import type { SharedCluster } from './share-link.ts'
import { isShare } from './share-fragment.ts'
import { ShareError } from './share-error.ts'
import { checkObjects, decodeShare, encodeShare } from './share-link.ts'

const shared: SharedCluster = {
  name: 'Shop',
  dialect: 'k8s',
  objects: [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' }, data: { text: 'ünïcode ✓' } },
  ],
  documents: [{ name: 'shop.yaml', text: 'kind: Namespace\n' }],
  at: '?at=/api/v1/namespaces',
}

async function fragmentOf(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = Buffer.from(await new Response(stream).arrayBuffer())
  return '#c1.' + bytes.toString('base64url')
}

describe('share link', () => {
  it('holds a cluster in characters that need no escaping', async () => {
    const fragment = await encodeShare(shared)
    expect(fragment).toMatch(/^#c1\.[\w-]+$/)
    expect(await decodeShare(fragment)).toEqual(shared)
  })

  it('keeps the digits of integers beyond 2^53', async () => {
    const metadata = { name: 'a', namespace: 'b' }
    const objects = [{ apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { size: 9007199254740993n } }]
    expect(await decodeShare(await encodeShare({ ...shared, objects }))).toEqual({ ...shared, objects })
  })

  it('keeps `apply` only when it is true', async () => {
    const manifest = { ...shared, objects: [], apply: true } as const
    expect(await decodeShare(await encodeShare(manifest))).toEqual(manifest)
    const doubtful = await decodeShare(await fragmentOf(JSON.stringify({ ...shared, apply: 'yes' })))
    expect(doubtful).toEqual(shared)
  })

  it('refuses document names that control a terminal, reorder letters or occur twice, and cleans the cluster name', async () => {
    const named = (...names: string[]) => ({ ...shared, documents: names.map((name) => ({ name, text: '' })) })
    for (const names of [['a\x1b]0;b'], ['guard.yaml\u202est.reldnah.'], ['a.yaml', 'a.yaml']])
      await expect(decodeShare(await encodeShare(named(...names)))).rejects.toThrow('documents in it are damaged')
    const { name } = await decodeShare(await encodeShare({ ...shared, name: 'a\x1b[2J\u202eb' }))
    expect(name).toBe('a[2Jb')
  })

  it('distinguishes a share from other fragments', () => {
    expect(isShare('#c1.abc')).toBe(true)
    expect(isShare('#c9.abc')).toBe(true)
    expect(isShare('#c1garbage')).toBe(true)
    expect(isShare('?cluster=a#s1.abc')).toBe(true)
    expect(isShare('?scenario=lesson.yaml')).toBe(true)
    expect(isShare('#chapter')).toBe(false)
  })

  it('reports why a link is invalid', async () => {
    const fragment = await encodeShare(shared)
    await expect(decodeShare('#c2' + fragment.slice(3))).rejects.toThrow('another version')
    await expect(decodeShare(fragment.slice(0, -20))).rejects.toThrow(ShareError)
    await expect(decodeShare(fragment.slice(0, 40) + '%' + fragment.slice(41))).rejects.toThrow('damaged')
    await expect(decodeShare(fragment.slice(0, 30) + 'AAAA' + fragment.slice(30))).rejects.toThrow(ShareError)
    await expect(decodeShare(await fragmentOf('{"dialect":"other","objects":[]}'))).rejects.toThrow('does not know')
    await expect(decodeShare(await fragmentOf('[1'))).rejects.toThrow('damaged')
  })

  it('stops unpacking at 4 MiB', async () => {
    const text = JSON.stringify({ ...shared, at: ' '.repeat(5 * 1024 * 1024) })
    await expect(decodeShare(await fragmentOf(text))).rejects.toThrow('4 MiB')
  })

  it('refuses too many objects, too deep objects and objects without a kind', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    expect(() =>
      checkObjects(
        Array.from({ length: 5001 }, () => object),
        'link',
      ),
    ).toThrow('5000 at most')
    expect(
      checkObjects(
        Array.from({ length: 5001 }, () => object),
        'file',
      ),
    ).toHaveLength(5001)
    let deep: object = {}
    for (let level = 0; level < 70; level++) deep = { deep }
    expect(() => checkObjects([{ ...object, deep }], 'link')).toThrow('nested more than 64')
    expect(() => checkObjects([{ kind: 'ConfigMap' }], 'link')).toThrow('no kind and apiVersion')
    expect(() => checkObjects([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }], 'link')).toThrow(
      'no metadata.name',
    )
  })
})
