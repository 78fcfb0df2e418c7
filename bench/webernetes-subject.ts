import type * as Webernetes from '@ngrok/webernetes'
import { podName } from './api-subject.ts'
import { annotationPatch, pod, statusPatch } from './objects.ts'
import type { Subject } from './subject.ts'

const namespace = 'default'

/** The peer's API client over its store, without nodes and controllers. */
export async function webernetesSubject(peer: typeof Webernetes): Promise<Subject> {
  const cluster = new peer.Cluster({ nodes: 1 })
  const api = cluster.api.corev1
  await api.createNamespace({ body: { metadata: { name: namespace } } })
  // The peer has no strategic merge patch: a merge patch of the same body is the nearest request.
  const asMerge = peer.setHeaderOptions('Content-Type', peer.PatchStrategy.MergePatch)
  // The watch starts after the last pod, because listing all pods for it would take longer than the measurement.
  let last = '1'
  return {
    createPod(i) {
      const request = { namespace, body: pod(i) }
      return async () => {
        const { metadata } = await api.createNamespacedPod(request)
        last = metadata?.resourceVersion ?? last
      }
    },
    getPod(i) {
      const request = { namespace, name: podName(i) }
      return () => api.readNamespacedPod(request)
    },
    patchPod(i) {
      const request = { namespace, name: podName(i), body: { metadata: { labels: { p: String(i) } } } }
      return () => api.patchNamespacedPod(request, asMerge)
    },
    strategicPatchPod(i) {
      const request = { namespace, name: podName(i), body: annotationPatch(i) }
      return () => api.patchNamespacedPod(request, asMerge)
    },
    patchPodStatus(i) {
      const request = { namespace, name: podName(i), body: statusPatch(i) }
      return () => api.patchNamespacedPodStatus(request, asMerge)
    },
    listPods: () => api.listNamespacedPod({ namespace }),
    listLabelledPods: () => api.listNamespacedPod({ namespace, labelSelector: 'app=a7' }),
    async watchPods(seen) {
      const watch = await new peer.Watch(cluster.kubeConfig).watch(
        '/api/v1/namespaces/default/pods',
        { resourceVersion: last },
        () => seen(1),
        () => undefined,
      )
      return () => watch.abort()
    },
  }
}
