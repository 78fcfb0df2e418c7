import type { Certificate } from './certificate.ts'
import { signatureFault } from './signature.ts'

/** A way from a certificate to an authority that is trusted, and when it holds. */
export interface Chain {
  /** Milliseconds since the epoch; both moments count. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface Trust {
  readonly authorities: readonly Certificate[]
  /** What each certificate of the way must be good for, as an object identifier. */
  readonly purpose: string
}

/**
 * The way from a certificate over others that came with it to a trusted authority that holds longest (RFC 5280, 6);
 * undefined where there is none. Time is for the caller to look at: a way is found once and asked often.
 */
export function findChain(leaf: Certificate, others: readonly Certificate[], trust: Trust): Promise<Chain | undefined> {
  return onwards({ trust, checks: { left: MOST_CHECKS } }, leaf, others, 0)
}

/** Certificates that sign each other make many ways, and each step of each costs a signature. */
const MOST_CHECKS = 100
const ANY_PURPOSE = '2.5.29.37.0'

interface Search {
  readonly trust: Trust
  readonly checks: { left: number }
}

/** @param between How many certificates lie between this one and the first. */
async function onwards(
  search: Search,
  certificate: Certificate,
  others: readonly Certificate[],
  between: number,
): Promise<Chain | undefined> {
  const { authorities, purpose } = search.trust
  const { notBefore, notAfter } = certificate
  if (certificate.isBeyondUs || !isGoodFor(certificate, purpose)) return undefined
  if (authorities.some(({ content }) => sameBytes(content, certificate.content))) return { notBefore, notAfter }
  const found: Chain[] = []
  for (const issuer of [...authorities, ...others]) {
    if (!maySign(issuer, certificate, between) || search.checks.left-- <= 0) continue
    if ((await signatureFault({ ...certificate, publicKey: issuer.publicKey })) !== undefined) continue
    // Who has signed is left out further on: no way goes in a circle.
    const rest = others.filter((other) => other !== issuer)
    const chain = await onwards(search, issuer, rest, between + 1)
    if (chain !== undefined) found.push(chain)
  }
  const [best] = found.sort((a, b) => b.notAfter - a.notAfter)
  return best && { notBefore: Math.max(notBefore, best.notBefore), notAfter: Math.min(notAfter, best.notAfter) }
}

const isGoodFor = ({ purposes }: Certificate, purpose: string): boolean =>
  purposes === undefined || purposes.includes(purpose) || purposes.includes(ANY_PURPOSE)

const maySign = (issuer: Certificate, certificate: Certificate, between: number): boolean =>
  issuer.isAuthority &&
  issuer.signsCertificates &&
  between <= (issuer.pathLength ?? Infinity) &&
  sameBytes(issuer.writtenSubject, certificate.writtenIssuer)

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
