import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { hurry } from './app/hurry.ts'
import { violations } from './app/violations.ts'

test('the timeline shows the explorer, the map and an object as they were', async ({ playground }) => {
  const { page } = playground
  await playground.applyExample()
  const map = page.getByRole('group', { name: /^Map of shop/ })
  const deployment = map.getByRole('button', { name: /^Deployment web/ })
  await expect(deployment).toHaveAccessibleName(/2\/2 ready/)
  await playground.run('svcctl -n shop scale deploy web --replicas=4')
  await expect(deployment).toHaveAccessibleName(/4\/4 ready/)
  const pods = playground.type('pods')
  await expect(pods).toContainText('4')

  await page.getByRole('tab', { name: 'Timeline' }).click()
  const slider = page.getByRole('slider', { name: 'Moment' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now')
  // The moment of the user's change; before it, two replicas were ready.
  const moments = page.getByRole('list', { name: 'Moments' })
  await moments
    .getByRole('button', { name: /deployments shop\/web: .*admin/ })
    .last()
    .click()
  await expect(page.getByRole('region', { name: 'The shown moment' })).toContainText(/Before: 2\s*After: 4/)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const bar = page.getByRole('status').filter({ hasText: 'The cluster as it was at revision' })
  await expect(bar).toBeVisible()
  await expect(deployment).toHaveAccessibleName(/2\/2 ready/)
  await expect(map.getByRole('button', { name: /^Pod / })).toHaveCount(2)
  await expect(pods).toContainText('2')
  expect(await violations(page)).toEqual([])

  // An object opens as it was, and cannot be changed there.
  await deployment.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'YAML', exact: true }).click()
  await expect(playground.editor).toContainText('replicas: 2')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Return to now first').first()).toBeVisible()

  // The history of the object begins at that moment, and counts the later changes from there.
  await page.getByRole('tab', { name: 'History' }).click()
  const changes = page.getByRole('list', { name: 'Changes, newest first' })
  await expect(changes.getByRole('button', { name: /spec\.replicas changed/ })).toContainText(/\d+s later/)
  await expect(changes.locator('[aria-current]')).toContainText('ago')
  await page.getByRole('tab', { name: 'YAML', exact: true }).click()

  // Playing continues until the present by itself. It stays at each revision for 800 ms, and here for 80.
  await hurry(page, 10)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  // The cluster continues to change meanwhile.
  await expect(bar).toBeHidden({ timeout: 90_000 })
  await expect(playground.editor).toContainText('replicas: 4')
  await page.getByRole('tab', { name: 'Map' }).click()
  await expect(deployment).toHaveAccessibleName(/4\/4 ready/)
})

test('two revisions of the whole cluster are compared, and the buttons pause the playing and step through it', async ({
  playground,
}) => {
  const { page } = playground
  await playground.run('svcctl create configmap first --from-literal=a=1 && svcctl create configmap gone')
  await expect(playground.screen).toContainText('configmap/gone created')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByRole('button', { name: 'Compare from here' }).click()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run(`svcctl delete configmap gone && svcctl patch configmap first -p '{"data":{"a":"2"}}'`)
  await playground.run('svcctl create configmap new')
  await expect(playground.screen).toContainText('configmap/new created')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByRole('button', { name: 'Step back' }).click()
  await page.getByRole('button', { name: 'Compare from here' }).click()
  const differences = page.getByRole('region', { name: 'Differences between two revisions' })
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(differences).toContainText('created')
  await expect(differences).toContainText('configmaps default/new')
  await page.getByRole('button', { name: 'End the comparison' }).click()

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  const at = Number(await slider.getAttribute('aria-valuenow'))
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect(slider).toHaveAttribute('aria-valuenow', String(at + 1))
  await page.getByRole('button', { name: 'Return to now' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now')
})

test('a pod leads back over its owners to the request of the user', async ({ playground }) => {
  const { page } = playground
  await playground.applyExample()
  const map = page.getByRole('group', { name: /^Map of shop/ })
  await expect(map.getByRole('button', { name: 'Deployment web, 2/2 ready' })).toBeVisible()
  await map
    .getByRole('button', { name: /^Pod web/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Who made web-/ }).click()
  const why = page.getByRole('dialog').getByRole('list', { name: 'Why' })
  await expect(why.getByRole('listitem')).toHaveText([
    /pods shop\/web-.*created, create by replicaset-controller/,
    /replicasets shop\/web-.*created, create by deployment-controller/,
    /deployments shop\/web: created, create by admin/,
  ])
  expect(await violations(page)).toEqual([])
  await why.getByRole('button', { name: 'Show the request' }).click()
  // Exactly that request, with its details open.
  await expect(page.getByLabel('Filter requests')).toHaveValue(/^id:/)
  const shown = page.getByRole('list', { name: 'Requests' })
  await expect(shown.getByRole('button', { expanded: true })).toHaveAccessibleName(/PATCH.*deployments\/web/)
  await expect(shown.getByRole('button', { expanded: false, name: /PATCH|GET/ })).toHaveCount(0)

  await page.getByLabel('Filter requests').fill('verb:create resource:pods')
  await page.getByLabel('Controllers and nodes').check()
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('replicaset-controller')
})
