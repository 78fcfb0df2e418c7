import { afterAll, beforeAll, describe } from 'vitest'
import { badInput } from './bad-input.ts'
import { commands } from './commands.ts'
import { docsPages } from './docs-pages.ts'
import { image } from './image.ts'
import { install, uninstall } from './installed-package.ts'
import { pages } from './pages.ts'
import { installRuntimes, runtimes } from './runtimes.ts'
import { surface } from './surface.ts'
import { testRunners } from './test-runners.ts'

/** One file, because packing and installing take longer than most of the tests. */
beforeAll(() => {
  install()
  installRuntimes()
}, 600_000)
afterAll(uninstall)

describe('the exports of the package', surface)
describe('the commands of the package', commands)
describe('the commands for documentation and shells', docsPages)
describe('the package on each runtime', runtimes)
describe('the parts for pages', pages)
describe('the parts for test runners', testRunners)
describe('the container image', image)
describe('the commands with wrong input', badInput)
