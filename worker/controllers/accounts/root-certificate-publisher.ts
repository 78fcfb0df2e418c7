import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { ManagerController } from '../controller.ts'
import { CONFIG_MAPS, NAMESPACES } from '../kinds.ts'
import { changeOf } from '../wake-up.ts'

/** Publishes the certificate authorities in every namespace. Pods verify the server's certificate with them. */
export const rootCertificatePublisher = {
  name: 'root-ca-certificate-publisher-controller',
  alias: 'root-ca-cert-publisher',
  wakeUp: (change, dialect) =>
    changeOf(NAMESPACES)(change, dialect) ||
    (changeOf(CONFIG_MAPS)(change, dialect) && change.key.name === dialect.spell(MAP_NAME)),
  open({ informer, queue, objects, dialect, rootCertificates }) {
    const mapName = dialect.spell(MAP_NAME)
    const annotation = dialect.spell('{labels}/description')
    const description = dialect.spell(DESCRIPTION)

    const publications = queue(async (namespace) => {
      const authorities = await rootCertificates()
      if (authorities === '') return
      const data = { 'ca.crt': authorities }
      const map = informer(CONFIG_MAPS).get({ namespace, name: mapName })
      if (map === undefined) {
        const metadata = { name: mapName, namespace, annotations: { [annotation]: description } }
        await objects
          .create(CONFIG_MAPS, { kind: 'ConfigMap', apiVersion: 'v1', metadata, data })
          .catch((error: unknown) => {
            // The namespace is being deleted, or is deleted. Other refusals may be temporary: a quota refuses while it has no status.
            if (!wasRefused(error, 'NotFound') && !isNamespaceTerminating(error)) throw error
          })
        return
      }
      const isDescribed = (map.metadata?.annotations?.[annotation] ?? '') !== ''
      if (isDescribed && equalJson(map['data'] ?? {}, data)) return
      const annotations = { ...map.metadata?.annotations, [annotation]: description }
      await objects.update(CONFIG_MAPS, { ...map, metadata: { ...map.metadata, annotations }, data })
    })

    const ofMap = ({ metadata }: ApiObject): void => {
      if (metadata?.name === mapName) publications.add(metadata.namespace ?? '')
    }
    return {
      needs: [NAMESPACES, CONFIG_MAPS],
      async start() {
        const [namespaces, maps] = [informer(NAMESPACES), informer(CONFIG_MAPS)]
        namespaces.addEventHandler({
          added: ({ metadata }) => publications.add(metadata?.name ?? ''),
          updated(namespace) {
            if (textAt(namespace, 'status.phase') === 'Active') publications.add(namespace.metadata?.name ?? '')
          },
        })
        maps.addEventHandler({ updated: ofMap, deleted: ofMap })
        await Promise.all([namespaces.synced, maps.synced])
      },
      stop: () => publications.stop(),
    }
  },
} satisfies ManagerController

const MAP_NAME = '{system}-root-ca.crt'

/** The text of the real controller. */
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the {system}-apiserver when using internal endpoints such as the internal service IP or {maker}.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'
