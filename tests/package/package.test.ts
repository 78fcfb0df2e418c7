import { afterAll, beforeAll, describe } from 'vitest'
import { badInput } from './bad-input.ts'
import { commands } from './commands.ts'
import { docsPages } from './docs-pages.ts'
import { helpers } from './helpers.ts'
import { image } from './image.ts'
import { install, uninstall } from './installed-package.ts'
import { pages } from './pages.ts'
import { installRuntimes, runtimes } from './runtimes.ts'
import { surface } from './surface.ts'

/** One file, because packing and installing take longer than most of the tests. */
beforeAll(() => {
  install()
  installRuntimes()
}, 600_000)
afterAll(uninstall)

describe('its surface', surface)
describe('its commands', commands)
describe('its commands for pages and shells', docsPages)
describe('its runtimes', runtimes)
describe('its parts for pages', pages)
describe('its helpers for tests', helpers)
describe('its container image', image)
describe('bad input', badInput)
