import { expect, it } from 'vitest'
import { tabplane } from './installed-package.ts'

/** Wrong input of each kind: a clear error, and the process ends. */
export function badInput(): void {
  it.each([
    { args: ['fly'], says: 'tabplane has no command "fly"' },
    { args: ['etcd'], says: '--listen-client-urls' },
    { args: ['envtest-assets'], says: 'name the folder' },
    { args: ['check'], says: 'name the files to check' },
    { args: ['check', 'absent.yaml'], says: 'absent.yaml cannot be read' },
    { args: ['serve', '--no-such-flag'], says: 'no-such-flag' },
  ])('refuses $args with the exit code 2', async ({ args, says }) => {
    const { code, stderr } = await tabplane(...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) })
  })
}
