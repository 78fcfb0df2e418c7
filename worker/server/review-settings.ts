import { DEFAULT_ADMISSION } from '../admission/admission-options.ts'
import type { ReviewServices } from '../api/cluster-settings.ts'
import type { RemoteService } from '../webhooks/remote-post.ts'
import type { ApiServerOptions } from './cluster.ts'

type Options = Partial<ApiServerOptions>

/** The default cache times of the real server, in milliseconds. */
const TTL = { token: 2 * 60_000, allowed: 5 * 60_000, refused: 30_000 }

/** The form that a webhook configuration uses for a service of the cluster. */
const ADDRESS = /^https:\/\/[a-z0-9]([-a-z0-9]*[a-z0-9])?\.[a-z0-9]([-a-z0-9]*[a-z0-9])?\.svc(\/[A-Za-z0-9._~/-]*)?$/

/**
 * The options of a server whose tokens, requests and images are reviewed by webhooks of its own cluster.
 * @param before the options of the flags
 * @throws Error for an address outside the cluster
 */
export function reviewOptions({ tokens, access, images }: ReviewServices, before: Options): Options {
  const { authorizationModes = ['Node', 'RBAC'], admission = DEFAULT_ADMISSION } = before
  return {
    ...(tokens !== undefined && { tokenReviews: { service: serviceAt(tokens), version: 'v1', ttl: TTL.token } }),
    ...(access !== undefined && {
      authorizationModes: [...authorizationModes, 'Webhook'],
      accessReviews: [{ service: serviceAt(access), version: 'v1', allowedTtl: TTL.allowed, refusedTtl: TTL.refused }],
    }),
    ...(images !== undefined && {
      admission: {
        ...admission,
        enable: [...admission.enable, 'ImagePolicyWebhook'],
        imageReviewer: serviceAt(images),
      },
    }),
  }
}

function serviceAt(url: string): RemoteService {
  if (ADDRESS.test(url)) return { url, caBundle: '', insecure: true }
  throw new Error(`${url} is not a service of the cluster; write https://NAME.NAMESPACE.svc/PATH`)
}
