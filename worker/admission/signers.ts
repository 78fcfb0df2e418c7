import type { UserInfo } from '../api/user.ts'
import type { AdmissionContext } from './admission.ts'

/**
 * Returns a function that reports whether a user may `approve`, `sign` or `attest` for a signer, by its name or for all signers
 * of its domain.
 */
export function signerPermission({ authorizer, dialect }: AdmissionContext, verb: string) {
  const group = dialect.spell('certificates.{domain}')
  const allows = async (user: UserInfo, name: string): Promise<boolean> => {
    const { effect } = await authorizer.authorize({
      user,
      verb,
      resourceRequest: true,
      group,
      version: '*',
      resource: 'signers',
      subresource: '',
      namespace: '',
      name,
      path: '',
    })
    return effect === 'allow'
  }
  return async (user: UserInfo, signerName: string): Promise<boolean> =>
    (await allows(user, signerName)) || allows(user, `${signerName.replace(/\/.*$/s, '')}/*`)
}
