import type { Page } from '@playwright/test'

/**
 * Fills the namespace `large` of the open cluster. The owners are ConfigMaps and Secrets in turn, and each owns nine ConfigMaps,
 * which the map draws as separate boxes.
 */
export const fillLargeNamespace = (page: Page, owners: number): Promise<void> =>
  page.evaluate(async (count) => {
    const base = `clusters/${new URL(location.href).searchParams.get('cluster')}/api/v1`
    const post = (to: string, body: object): Promise<Response> =>
      fetch(`${base}/${to}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('namespaces', { metadata: { name: 'large' } })
    for (let owner = 0; owner < count; owner++) {
      const [kind, resource] = owner % 2 === 0 ? ['ConfigMap', 'configmaps'] : ['Secret', 'secrets']
      const made = await post(`namespaces/large/${resource}`, { metadata: { name: `owner-${owner}` } })
      const { metadata } = (await made.json()) as { metadata: { name: string; uid: string } }
      const ownerReferences = [{ apiVersion: 'v1', kind, name: metadata.name, uid: metadata.uid }]
      await Promise.all(
        Array.from({ length: 9 }, (_, part) =>
          post('namespaces/large/configmaps', { metadata: { name: `part-${owner}-${part}`, ownerReferences } }),
        ),
      )
    }
  }, owners)
