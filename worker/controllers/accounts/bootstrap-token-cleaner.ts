import type { ApiObject } from '../../api/object.ts'
import { expirationOf, secretTexts } from '../../authentication/bootstrap-token.ts'
import { textAt } from '../../resources/path.ts'
import type { ManagerController } from '../controller.ts'
import { SECRETS } from '../kinds.ts'

/** Deletes expired bootstrap tokens. */
export const bootstrapTokenCleaner = {
  name: 'token-cleaner-controller',
  alias: 'tokencleaner',
  isDisabledByDefault: true,
  open({ informer, queue, objects, clock, dialect }) {
    const namespace = dialect.spell('{system}-system')
    const type = dialect.spell('bootstrap.{labels}/token')
    const tokens = queue(async (name) => {
      const secret = informer(SECRETS).get({ namespace, name })
      if (secret === undefined) return
      const left = expirationOf(secretTexts(secret)('expiration')) - clock.now()
      if (left < 0) await objects.delete(SECRETS, { namespace, name }, { uid: secret.metadata?.uid ?? '' })
      else if (left < Infinity) tokens.addAfter(name, left + 1)
    })
    const enqueue = (secret: ApiObject): void => {
      const { metadata } = secret
      if (metadata?.namespace === namespace && textAt(secret, 'type') === type) tokens.add(metadata.name ?? '')
    }
    return {
      needs: [SECRETS],
      async start() {
        const secrets = informer(SECRETS)
        secrets.addEventHandler({ added: enqueue, updated: enqueue })
        await secrets.synced
      },
      stop: () => tokens.stop(),
    }
  },
} satisfies ManagerController
