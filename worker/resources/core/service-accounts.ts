import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, count } from '../columns.ts'
import { listAt } from '../path.ts'
import type { Kind } from '../resource.ts'

/** Only the names of secrets are stored, because they are in the account's namespace. */
function bareSecrets(account: ApiObject): void {
  const { secrets } = account
  if (!Array.isArray(secrets)) return
  account['secrets'] = secrets.map((secret) =>
    isObject(secret) && typeof secret['name'] === 'string' ? { name: secret['name'] } : {},
  )
}

export const serviceAccounts = {
  resource: 'serviceaccounts',
  behaviour: () => ({
    prepareCreate: bareSecrets,
    // The writer of a TokenRequest owns every field of its body.
    subresources: { token: { unownedFields: [] } },
    prepareUpdate: bareSecrets,
    columns: [
      count(
        'Secrets',
        'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "{labels}/enforce-mountable-secrets" annotation set to "true". This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://{labels}/docs/concepts/configuration/secret',
        (account) => listAt(account, 'secrets').length,
      ),
      age,
    ],
  }),
} satisfies Kind
