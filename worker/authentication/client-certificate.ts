import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Authenticator } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'
import type { Holder, PeerChain } from './peer-chain.ts'

/** Finds the holder of the certificates of a connection. @throws BadCredential */
export type FindHolder = (certificates: PeerChain) => Promise<Holder>

/**
 * Returns the holder of a client certificate while the certificate is valid. A connection keeps its certificates, so the
 * result is cached for each chain. The verification code loads with the first chain.
 * @param authorities PEM of the accepted certificate authorities
 */
export function certificateHolder(authorities: string, clock: Clock): FindHolder {
  const known = new WeakMap<PeerChain, Promise<Holder | undefined>>()
  const find = async (certificates: PeerChain): Promise<Holder | undefined> => {
    const { peerHolder } = await import('./peer-chain.ts')
    return peerHolder(certificates, authorities)
  }
  return async (certificates) => {
    let finding = known.get(certificates)
    if (finding === undefined) known.set(certificates, (finding = find(certificates)))
    const holder = await finding
    if (holder === undefined) throw new BadCredential('x509: certificate signed by unknown authority')
    const now = clock.now()
    if (now < holder.notBefore || now > holder.notAfter)
      throw new BadCredential('x509: certificate has expired or is not yet valid')
    return holder
  }
}

/** The certificates of a request's connection; undefined when it has none. */
export const peerChain = ({ peerCertificates }: ApiRequest): PeerChain | undefined =>
  peerCertificates === undefined || peerCertificates.length === 0 ? undefined : peerCertificates

/**
 * Client certificates: the common name is the user name, the organizations are the groups (reference/identity.md 14).
 */
export function clientCertificate(authorities: string, clock: Clock): Authenticator {
  const holderOf = certificateHolder(authorities, clock)
  const users = new WeakMap<Holder, UserInfo>()
  const identify = async (certificates: PeerChain): Promise<UserInfo> => {
    const holder = await holderOf(certificates)
    const { commonName, organizations } = holder.subject
    if (commonName === '') throw new BadCredential('x509: subject with cn= is required')
    let user = users.get(holder)
    if (user === undefined)
      users.set(holder, (user = { username: commonName, uid: '', groups: organizations, extra: {} }))
    return user
  }
  return {
    name: 'client-certificate',
    authenticate(request) {
      const certificates = peerChain(request)
      return certificates && identify(certificates)
    },
  }
}
