import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { toBase64Text } from '../../runtime/bytes.ts'
import { textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { SECRETS, SERVICE_ACCOUNTS } from '../kinds.ts'

/**
 * A token secret and the account that the secret names. The keys of the queue contain both, so both are known after the
 * secret is deleted.
 */
interface TokenSecret {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly account: string
  readonly accountUid: string
}

/** Writes tokens into the token secrets of accounts, and deletes the secrets of deleted accounts. */
export const accountTokensController = {
  name: 'serviceaccount-token-controller',
  alias: 'serviceaccount-token',
  open(context) {
    const { informer, queue, dialect, objects } = context
    const secretType = dialect.spell('{labels}/service-account-token')
    const names = { account: annotation(context, 'name'), uid: annotation(context, 'uid') }

    const tokenSecretOf = ({ metadata = {} }: ApiObject): TokenSecret => ({
      namespace: metadata.namespace ?? '',
      name: metadata.name ?? '',
      uid: metadata.uid ?? '',
      account: metadata.annotations?.[names.account] ?? '',
      accountUid: metadata.annotations?.[names.uid] ?? '',
    })
    const secrets = queue(async (key) => {
      const tokenSecret = JSON.parse(key) as TokenSecret
      const { namespace, name, uid, account: accountName, accountUid } = tokenSecret
      const secret = informer(SECRETS).get(tokenSecret)
      // The account may be newer than the informer's store.
      const account = await objects.get(SERVICE_ACCOUNTS, { namespace, name: accountName })
      const isAccountPresent = account !== undefined && (accountUid === '' || account.metadata?.uid === accountUid)
      if (secret?.metadata?.uid !== uid) {
        if (isAccountPresent) await dropReference(objects, account, name)
      } else if (isAccountPresent) await fill(context, secret, account, names)
      else await objects.delete(SECRETS, tokenSecret, { uid })
    })
    const accounts = queue(async (key) => {
      const { namespace, name, uid } = JSON.parse(key) as Pick<TokenSecret, 'namespace' | 'name' | 'uid'>
      if (informer(SERVICE_ACCOUNTS).get({ namespace, name })?.metadata?.uid === uid) return
      for (const secret of informer(SECRETS).list(namespace)) {
        const tokenSecret = tokenSecretOf(secret)
        if (textAt(secret, 'type') !== secretType || tokenSecret.account !== name) continue
        if (tokenSecret.accountUid === '' || tokenSecret.accountUid === uid)
          await objects.delete(SECRETS, tokenSecret, { uid: tokenSecret.uid })
      }
    })
    const enqueue = (secret: ApiObject): void => {
      if (textAt(secret, 'type') === secretType) secrets.add(JSON.stringify(tokenSecretOf(secret)))
    }
    return {
      needs: [SERVICE_ACCOUNTS, SECRETS],
      async start() {
        const [ofAccounts, ofSecrets] = [informer(SERVICE_ACCOUNTS), informer(SECRETS)]
        ofAccounts.addEventHandler({
          deleted: ({ metadata = {} }) =>
            accounts.add(JSON.stringify({ namespace: metadata.namespace, name: metadata.name, uid: metadata.uid })),
        })
        ofSecrets.addEventHandler({ added: enqueue, updated: enqueue, deleted: enqueue })
        await Promise.all([ofAccounts.synced, ofSecrets.synced])
      },
      stop() {
        secrets.stop()
        accounts.stop()
      },
    }
  },
} satisfies ManagerController

const annotation = ({ dialect }: ManagerContext, of: 'name' | 'uid'): string =>
  dialect.spell(`{labels}/service-account.${of}`)

/**
 * Adds missing data to a token secret. Values of other writers are kept, except the certificate authorities
 * (reference/controllers.md 32).
 */
async function fill(
  { objects, rootCertificates, accountTokens }: ManagerContext,
  secret: ApiObject,
  account: ApiObject,
  names: { readonly account: string; readonly uid: string },
): Promise<void> {
  const data = objectOrEmpty(secret['data'])
  const { namespace, name } = namespacedName(secret)
  const authorities = toBase64Text(await rootCertificates())
  const isEmpty = (key: string): boolean => (data[key] ?? '') === ''
  const isCertified = authorities === '' || data['ca.crt'] === authorities
  if (isCertified && !isEmpty('namespace') && !isEmpty('token')) return
  const token = isEmpty('token')
    ? toBase64Text(await (await accountTokens()).issueForSecret(account, name))
    : data['token']
  const annotations = {
    ...secret.metadata?.annotations,
    [names.account]: account.metadata?.name ?? '',
    [names.uid]: account.metadata?.uid ?? '',
  }
  await objects.update(SECRETS, {
    ...secret,
    metadata: { ...secret.metadata, annotations },
    data: {
      ...data,
      ...(authorities !== '' && { 'ca.crt': authorities }),
      namespace: isEmpty('namespace') ? toBase64Text(namespace) : data['namespace'],
      token,
    },
  })
}

async function dropReference(objects: ObjectClient, account: ApiObject, secret: string): Promise<void> {
  const { secrets } = account
  if (!Array.isArray(secrets)) return
  const others = secrets.filter((one) => !isObject(one) || one['name'] !== secret)
  if (others.length < secrets.length) await objects.update(SERVICE_ACCOUNTS, { ...account, secrets: others })
}
