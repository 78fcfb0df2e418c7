import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('a request shows its phases and the phase that refused it, and an object links to its requests', async ({
  playground,
}) => {
  const { page } = playground
  await playground.run('svcctl create configmap one && svcctl create quota none --hard=configmaps=0')
  await expect(playground.screen).toContainText('resourcequota/none created')
  await playground.run('svcctl create configmap two')
  await expect(playground.screen).toContainText('exceeded quota')
  await page.getByRole('tab', { name: 'Requests' }).click()
  const list = page.getByRole('list', { name: 'Requests' })
  await page.getByLabel('Filter requests').fill('post configmaps 403')
  await expect(list.getByRole('button', { expanded: false })).toHaveCount(1)
  await expect(list).toContainText('· svcctl')
  await list.getByRole('button', { expanded: false }).click()
  const phases = page.getByRole('list', { name: 'Phases' })
  await expect(phases).toContainText('Authentication')
  await expect(phases.locator('.bad').first()).toContainText('Validating admission')
  await expect(page.getByRole('list', { name: 'Stages' })).toContainText('refused: ')
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Filter requests').fill('nothing-like-this')
  await expect(page.getByText('No request matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await playground.open(`./?cluster=${playground.cluster}&at=/api/v1/namespaces/default/configmaps/one`)
  await page.getByRole('button', { name: 'Requests for one' }).click()
  await expect(page.getByLabel('Filter requests')).toHaveValue('/configmaps/one')
})

test('an opened request shows its bodies, the changes of each step, and can be sent again with changes', async ({
  playground,
}) => {
  const { page } = playground
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page.getByLabel('Filter requests')).toBeVisible()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run('svcctl create configmap first --from-literal=a=1')
  await expect(playground.screen).toContainText('configmap/first created')
  await page.getByRole('tab', { name: 'Requests' }).click()
  const list = page.getByRole('list', { name: 'Requests' })
  await page.getByLabel('Filter requests').fill('verb:create resource:configmaps status:201')
  await list.getByRole('button', { expanded: false }).first().click()
  const opened = list.getByRole('listitem').first()
  await opened.getByText('Response', { exact: true }).click()
  await expect(opened.getByLabel('Body of the response')).toContainText('"creationTimestamp"')
  await expect(opened.getByRole('button', { name: 'Copy as curl' })).toHaveAttribute('title', /"a": "1"/)

  await opened.getByRole('button', { name: 'Replay' }).click()
  const form = opened.getByRole('form', { name: 'Send the request again' })
  const body = form.getByLabel('Body')
  await body.fill((await body.inputValue()).replace('first', 'second'))
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(list.getByRole('button', { name: /POST/ })).toHaveCount(2)
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run('svcctl get configmap second')
  await expect(playground.screen).toContainText(/second +1 /)
})

test('the trace of a Secret shows its values on request only', async ({ playground }) => {
  const { page, screen } = playground
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page.getByLabel('Filter requests')).toBeVisible()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run('svcctl create secret generic door --from-literal=code=open-sesame')
  await expect(screen).toContainText('secret/door created')
  await page.getByRole('tab', { name: 'Requests' }).click()
  const list = page.getByRole('list', { name: 'Requests' })
  await page.getByLabel('Filter requests').fill('verb:create resource:secrets status:201')
  await list.getByRole('button', { expanded: false }).first().click()
  const opened = list.getByRole('listitem').first()
  for (const direction of ['Request', 'Response']) {
    await opened.getByText(direction, { exact: true }).click()
    await expect(opened.getByLabel(`Body of the ${direction.toLowerCase()}`)).toContainText('"code": "<redacted>"')
  }
  await expect(opened.getByRole('button', { name: 'Copy as curl' })).toHaveAttribute('title', /<redacted>/)
  expect(await opened.innerHTML()).not.toMatch(/b3Blbi1zZXNhbWU|open-sesame/)
  await opened.getByRole('button', { name: 'Show the values of the Secret' }).click()
  await expect(opened.getByLabel('Body of the response')).toContainText('"code": "b3Blbi1zZXNhbWU="')
  await expect(opened.getByRole('button', { name: 'Show the values of the Secret' })).toHaveCount(0)
})
