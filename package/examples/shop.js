/**
 * The code under test of the examples: keeps a ConfigMap `menu` equal to a list of dishes. A conflict is tried again.
 * @param {(path: string, init?: RequestInit) => Promise<Response>} fetch
 * @param {readonly string[]} dishes
 */
export async function writeMenu(fetch, dishes) {
  const path = '/api/v1/namespaces/shop/configmaps/menu?fieldManager=kitchen&force=true'
  const menu = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'menu' }, data: { dishes: dishes.join() } }
  const headers = { 'Content-Type': 'application/apply-patch+yaml' }
  for (let attempt = 0; attempt < 3; attempt++) {
    const response = await fetch(path, { method: 'PATCH', headers, body: JSON.stringify(menu) })
    if (response.status !== 409) return response.status
  }
  throw new Error('The menu has changed three times')
}

/**
 * The state that each test begins with.
 * @param {import('tabplane/server').Cluster} cluster
 */
export async function openShop(cluster) {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  const headers = { 'Content-Type': 'application/json' }
  await cluster.fetch('/api/v1/namespaces', { method: 'POST', headers, body: JSON.stringify(namespace) })
}
