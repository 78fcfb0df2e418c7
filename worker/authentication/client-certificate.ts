import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Authenticator } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'
import type { Holder, PeerChain } from './peer-chain.ts'

/** Finds whose the certificates of a connection are. @throws BadCredential */
export type FindHolder = (certificates: PeerChain) => Promise<Holder>

/**
 * The holder of a client certificate, as long as it is valid. Connections keep their certificates, so each is looked at
 * once; reading and checking them is loaded with the first.
 * @param authorities PEM: who may say whose a certificate is.
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

/** The certificates of a request's connection; undefined where it has none. */
export const peerChain = ({ peerCertificates }: ApiRequest): PeerChain | undefined =>
  peerCertificates === undefined || peerCertificates.length === 0 ? undefined : peerCertificates

/**
 * Client certificates: the common name is the user, the organizations are its
 * groups (reference/identity.md 14).
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
