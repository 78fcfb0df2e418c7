import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('the CEL lab shows the value and the cost of each part', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=cel')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('status')).toContainText('true')
  await expect(result.getByRole('row', { name: /^self\.beds \* 2/ })).toContainText('4')
  expect(await violations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Expression' }).fill('self.beds == self.gusts')
  await expect(result.getByRole('status')).toContainText("undefined field 'gusts'")
  await page.getByRole('combobox', { name: 'Example' }).selectOption('A policy: few replicas, and more for admins')
  await expect(result.getByRole('status')).toContainText('false')
  await playground.reload()
  await expect(result.getByRole('status')).toContainText('false')
})

test('the CRD lab tries objects, shows defaults and names the bound that makes a rule fit', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=crd')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('4 of 4 objects as expected')).toBeVisible()
  const first = page.getByRole('group', { name: 'Object 1' })
  await expect(first).toContainText('/spec/colour: "blue"')
  await expect(page.getByRole('group', { name: 'Object 3' })).toContainText('unknown field "spec.balcony"')
  await expect(page.getByRole('group', { name: 'Object 4' })).toContainText('a room never loses a bed')
  expect(await violations(page)).toEqual([])
  // After the first Try, the verdicts follow each change.
  await first.getByRole('textbox', { name: 'Object' }).fill('spec: { beds: 0 }')
  await expect(page.getByText('3 of 4 objects as expected')).toBeVisible()
  await expect(first).toContainText('refused, not as expected')
  await page.getByRole('combobox', { name: 'Example' }).selectOption('A rule that costs too much')
  await expect(
    page
      .getByRole('region', { name: 'Objects' })
      .getByText(/estimated rule cost/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/The estimate fits with \d+ for/)).toBeVisible()
})

test('the CRD lab shows an object in two versions side by side, which a handler converts', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=crd')
  await page.getByRole('combobox', { name: 'Example' }).selectOption('Two versions, which a handler converts')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('button', { name: 'Write the converter' }).click()
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Running: webhook suites.default.svc' })).toBeVisible()
  await page.getByRole('tab', { name: 'CRD lab' }).click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('2 of 2 objects as expected')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Object 1 as v2' })).toContainText('places: 2')
  await expect(page.getByRole('region', { name: 'Object 1 as v1' })).toContainText('beds: 2')
  expect(await violations(page)).toEqual([])
})

test('the CRD lab shows which faults of a stored object an update may keep', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=crd')
  await page.getByRole('combobox', { name: 'Example' }).selectOption('Ratcheting: objects that are older than a rule')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('4 of 4 objects as expected')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Object 3' })).toContainText(
    'tolerated, because the update does not change it',
  )
  await expect(page.getByRole('group', { name: 'Object 4' })).toContainText('refused, as expected')
  expect(await violations(page)).toEqual([])
})

test('the policy lab shows the decisions on a matrix of requests and on the past ones', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=policy')
  await playground.run('kubectl create configmap old --from-literal=image=elsewhere.example.com/a')
  await expect(playground.screen).toContainText('configmap/old created')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Request 1' })).toContainText('allowed')
  await expect(page.getByRole('group', { name: 'Request 2' })).toContainText(
    'the image is not from registry.example.com/',
  )
  await expect(page.getByRole('group', { name: 'Request 3' })).toContainText('cannot create resource')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Replay past requests' }).click()
  await expect(page.getByText(/would have refused 1\./)).toBeVisible()
  const manifest = page.getByRole('textbox', { name: 'Policies, bindings and parameters (YAML)' })
  await manifest.fill((await manifest.inputValue()).replace('- expression: object.data', '- expression: object.dato'))
  const remarks = page.getByRole('list', { name: /^Remarks about Policies/ })
  await expect(remarks).toContainText("undefined field 'dato'")
  expect(await violations(page)).toEqual([])
  await remarks.getByRole('button', { name: /^Line \d+$/ }).click()
  await expect(manifest).toBeFocused()
})

test('the conflict lab shows owners, a conflict and its end by force', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=conflict')
  await page.getByRole('button', { name: 'Apply as ann', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Live object' })).toContainText('replicas: 3')
  await page.getByRole('button', { name: 'Apply as autoscaler', exact: true }).click()
  const applies = page.getByRole('region', { name: 'Applies' })
  await expect(applies).toContainText('.spec.replicas: ann has 3, and autoscaler wants 5')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply as autoscaler with force' }).click()
  await expect(page.getByRole('region', { name: 'Live object' })).toContainText('replicas: 5')
})

test('the certificate lab makes a key, lets the cluster sign, and acts as the identity', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=certificate')
  const certificate = page.getByRole('region', { name: 'Certificate' })
  await page.getByRole('button', { name: 'Make key and request' }).click()
  await expect(certificate.getByRole('status')).toContainText('Pending')
  await certificate.getByRole('button', { name: 'Approve' }).click()
  await expect(certificate.getByRole('status')).toContainText('Approved')
  await expect(certificate).toContainText('developers')
  await expect(certificate).toContainText('client auth')
  expect(await violations(page)).toEqual([])
  await certificate.getByRole('button', { name: 'Act as this identity' }).click()
  await playground.run('kubectl auth whoami')
  await expect(playground.screen).toContainText('alice')
  await page.getByRole('combobox', { name: 'Example' }).selectOption('Refused: the group of administrators')
  await expect(page.getByText('The signer refuses this: The organisation system:masters is refused.')).toBeVisible()
  await page.getByRole('button', { name: 'Make key and request' }).click()
  await expect(certificate.getByRole('status')).toContainText('system:masters')
})

test('the certificate lab writes a signer as a handler, which signs an approved request', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s&lab=certificate')
  await page.getByRole('combobox', { name: 'Signer' }).selectOption('shop.example.com/internal')
  await page.getByRole('button', { name: 'Write a signer' }).click()
  await playground.command('signer.handler.ts')
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Running: controller' })).toBeVisible()
  await playground.run('kubectl apply -f signer.yaml')
  await expect(playground.screen).toContainText('created')
  await page.getByRole('tab', { name: 'Certificate lab' }).click()
  await page.getByRole('button', { name: 'Make key and request' }).click()
  const certificate = page.getByRole('region', { name: 'Certificate' })
  await expect(certificate.getByRole('status')).toContainText('Pending')
  await certificate.getByRole('button', { name: 'Approve' }).click()
  const chain = certificate.getByRole('list', { name: 'Chain' })
  await expect(chain).toContainText('your signer')
  await expect(chain.getByRole('listitem').first()).toContainText('shop.example.com/internal')
  expect(await violations(page)).toEqual([])
})
