import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'
import { violations } from './app/violations.ts'

test('the reader becomes another user, and the terminal, the explorer and the table of rights follow', async ({
  playground,
}) => {
  const { page, screen } = playground
  await playground.applyExample()
  await playground.run('svcctl create clusterrolebinding ada --clusterrole=view --user=ada')
  await expect(screen).toContainText('ada created')
  await page.getByRole('button', { name: 'Identity: admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Identity' })
  const cell = (resource: string, verb: number) =>
    dialog
      .getByRole('row', { name: new RegExp(`^${resource} `) })
      .getByRole('gridcell')
      .nth(verb)
  await expect(cell('pods', 0)).toHaveAccessibleName('yes')
  await dialog.getByLabel('Act as').selectOption('A user with groups')
  await dialog.getByLabel('User', { exact: true }).fill('ada')
  await dialog.getByRole('button', { name: 'Become' }).click()
  await expect(cell('secrets', 0)).toHaveAccessibleName('no')
  await expect(cell('pods', 0)).toHaveAccessibleName('yes')
  await cell('pods', 0).focus()
  await expect(dialog.getByText(/^get pods: yes\. RBAC: allowed by ClusterRoleBinding/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(cell('pods', 1)).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await expect(page.locator('.statusline')).toContainText('ada')
  await expect(screen).toContainText('ada@')
  await playground.type('secrets').click()
  await expect(page.getByText(/User "ada" cannot list resource "secrets"/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Identity: ada' }).click()
  await dialog.getByLabel('Act as').selectOption('Yourself (admin)')
  await dialog.getByRole('button', { name: 'Become' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Identity: admin' })).toBeVisible()
  await expect(page.getByText(/cannot list resource "secrets"/)).toHaveCount(0)
})

test('the reader becomes the user of a certificate that was just signed', async ({ page }) => {
  const playground = new Playground(page)
  const { screen } = playground
  await playground.open('./?dialect=k8s')
  await playground.run('openssl req -new -newkey rsa:2048 -nodes -keyout ada.key -out ada.csr -subj /O=team/CN=ada')
  const request = JSON.stringify({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'ada-of-team' },
    spec: { request: 'REQUEST', signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
  })
  await playground.run(`sed "s/REQUEST/$(base64 -w0 ada.csr)/" <<< '${request}' | kubectl create -f -`)
  await expect(screen).toContainText('ada-of-team created')
  await playground.run('kubectl certificate approve ada-of-team')
  await expect(screen).toContainText('ada-of-team approved')
  await playground.runUntil('kubectl get csr', /Approved,Issued/)
  await playground.command('Act as another user')
  const dialog = page.getByRole('dialog', { name: 'Identity' })
  await dialog.getByLabel('Act as').selectOption('ada-of-team')
  await dialog.getByRole('button', { name: 'Become' }).click()
  await expect(dialog.getByText('You act as ada.')).toBeVisible()
  await page.keyboard.press('Escape')
  await playground.run('kubectl auth whoami')
  await expect(screen).toContainText(/Username +ada/)
  await expect(screen).toContainText(/Groups +\[team /)
  await playground.run('kubectl get secrets')
  await expect(screen).toContainText('User "ada" cannot list resource "secrets"')
})
