import type * as Webernetes from '@ngrok/webernetes'
import { podName } from './api-subject.ts'
import { pod } from './objects.ts'
import type { Subject } from './subject.ts'

const namespace = 'default'

/** The peer's API client over its store alone: no nodes, no controllers. */
export async function webernetesSubject(peer: typeof Webernetes): Promise<Subject> {
  const cluster = new peer.Cluster({ nodes: 1 })
  const api = cluster.api.corev1
  await api.createNamespace({ body: { metadata: { name: namespace } } })
  const asMerge = peer.setHeaderOptions('Content-Type', peer.PatchStrategy.MergePatch)
  return {
    createPod: (i) => api.createNamespacedPod({ namespace, body: pod(i) }),
    getPod: (i) => api.readNamespacedPod({ namespace, name: podName(i) }),
    patchPod: (i) =>
      api.patchNamespacedPod(
        { namespace, name: podName(i), body: { metadata: { labels: { p: String(i) } } } },
        asMerge,
      ),
    listPods: () => api.listNamespacedPod({ namespace }),
    async watchPods(seen) {
      const { metadata } = await api.listNamespacedPod({ namespace })
      const watch = await new peer.Watch(cluster.kubeConfig).watch(
        '/api/v1/namespaces/default/pods',
        { resourceVersion: metadata?.resourceVersion ?? '1' },
        () => seen(1),
        () => undefined,
      )
      return () => watch.abort()
    },
  }
}
