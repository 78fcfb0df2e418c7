import { describe, expect, it } from 'vitest'
import type { Certificate } from '../../worker/certificates/certificate.ts'
import { readCertificate } from '../../worker/certificates/certificate.ts'
import { findChain } from '../../worker/certificates/chain.ts'
import { MalformedDer } from '../../worker/certificates/der.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'
import { knownDifferences } from '../conformance/known-differences.ts'
import { readRecording } from '../recordings/archive.ts'

/** One path of the test suite x509-limbo. All certificates are PEM. */
interface PathCase {
  readonly name: string
  readonly purpose: 'client' | 'server'
  readonly authorities: readonly string[]
  readonly intermediates: readonly string[]
  readonly certificate: string
  /** The time of the verification; null means now. */
  readonly time: string | null
  /** The error of Go's `Certificate.Verify`, which the real server calls; null when it accepts the certificate. */
  readonly go: string | null
}

const PURPOSES = { client: '1.3.6.1.5.5.7.3.2', server: '1.3.6.1.5.5.7.3.1' }

function certificates(pem: string): Certificate[] {
  return pemBlocks(pem).flatMap(({ bytes }) => {
    try {
      return [readCertificate(bytes)]
    } catch (error) {
      if (error instanceof MalformedDer) return []
      throw error
    }
  })
}

async function accepts({ purpose, authorities, intermediates, certificate, time }: PathCase): Promise<boolean> {
  const [leaf] = certificates(certificate)
  if (leaf === undefined) return false
  const trust = { authorities: authorities.flatMap(certificates), purpose: PURPOSES[purpose] }
  const chain = await findChain(leaf, intermediates.flatMap(certificates), trust)
  const now = time === null ? Date.now() : Date.parse(time)
  return chain !== undefined && now >= chain.notBefore && now <= chain.notAfter
}

const { cases } = readRecording('tables', 'certificate-paths') as { cases: PathCase[] }
const known = knownDifferences(new URL('certificate-path-differences.txt', import.meta.url))

describe('the paths of x509-limbo', () => {
  it.each(cases.filter(({ name }) => !known.has(name)))('$name has the result of Go', async (path) => {
    expect(await accepts(path)).toBe(path.go === null)
  })

  it.each(cases.filter(({ name }) => known.has(name)))(
    '$name has another result than in Go, as listed',
    async (path) => {
      expect(await accepts(path)).toBe(path.go !== null)
    },
  )

  it('contain every listed path', () => {
    const names = new Set(cases.map(({ name }) => name))
    expect([...known.keys()].filter((name) => !names.has(name))).toEqual([])
  })
})
