import { compareBytes } from '../runtime/bytes.ts'
import type { Certificate } from './certificate.ts'
import { signatureFault } from './signature.ts'

/** A chain from a certificate to a trusted authority, with its validity. */
export interface Chain {
  /** Milliseconds since the epoch, both inclusive. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface Trust {
  readonly authorities: readonly Certificate[]
  /** The extended key usage that each certificate of the chain needs, as an object identifier. */
  readonly purpose: string
}

/**
 * Finds the chains from a certificate through intermediates to a trusted authority (RFC 5280, 6), and returns the chain
 * whose validity ends last; undefined when there is none. The caller checks the time, so it can cache the chain.
 */
export function findChain(leaf: Certificate, others: readonly Certificate[], trust: Trust): Promise<Chain | undefined> {
  return extendChain({ trust, checks: { left: MAX_CHECKS } }, [leaf], others)
}

/** The maximum number of signatures to verify, because certificates that sign each other form many chains. */
const MAX_CHECKS = 100
const ANY_PURPOSE = '2.5.29.37.0'

interface Search {
  readonly trust: Trust
  readonly checks: { left: number }
}

/** @param path the certificates from the last issuer to the first certificate */
async function extendChain(
  search: Search,
  path: readonly [Certificate, ...Certificate[]],
  others: readonly Certificate[],
): Promise<Chain | undefined> {
  const { authorities, purpose } = search.trust
  const [certificate] = path
  const { notBefore, notAfter } = certificate
  if (certificate.hasUnknownCritical || !isGoodFor(certificate, purpose)) return undefined
  if (authorities.some(({ content }) => sameBytes(content, certificate.content))) return { notBefore, notAfter }
  const found: Chain[] = []
  for (const issuer of [...authorities, ...others]) {
    if (
      !(issuer.isAuthority || isOldRoot(issuer, authorities)) ||
      !maySign(issuer, certificate, path.length - 1) ||
      search.checks.left-- <= 0
    )
      continue
    if ((await signatureFault({ ...certificate, publicKey: issuer.publicKey })) !== undefined) continue
    if (!(await permits(issuer, path))) continue
    // The issuer is removed from the candidates, so no chain is a cycle.
    const rest = others.filter((other) => other !== issuer)
    const chain = await extendChain(search, [issuer, ...path], rest)
    if (chain !== undefined) found.push(chain)
  }
  const [best] = found.sort((a, b) => b.notAfter - a.notAfter)
  return best && { notBefore: Math.max(notBefore, best.notBefore), notAfter: Math.min(notAfter, best.notAfter) }
}

const isGoodFor = ({ purposes }: Certificate, purpose: string): boolean =>
  purposes === undefined || purposes.includes(purpose) || purposes.includes(ANY_PURPOSE)

/** Whether a certificate is a configured authority of a version that cannot say whether its subject is one. */
const isOldRoot = (issuer: Certificate, authorities: readonly Certificate[]): boolean =>
  issuer.version < 3 && authorities.includes(issuer)

/** Whether the name constraints of an issuer permit the names of the certificates below it. */
async function permits({ nameConstraints }: Certificate, path: readonly Certificate[]): Promise<boolean> {
  if (nameConstraints === undefined) return true
  // Few authorities have constraints.
  const { permitsNames } = await import('./name-constraints.ts')
  return permitsNames(nameConstraints, path)
}

/** @param between the number of certificates between the issuer and the first certificate */
const maySign = (issuer: Certificate, certificate: Certificate, between: number): boolean =>
  issuer.signsCertificates &&
  between <= (issuer.pathLength ?? Infinity) &&
  sameBytes(issuer.writtenSubject, certificate.writtenIssuer)

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => compareBytes(a, b) === 0
