import { UsageError, type Program } from '../program.ts'
import { check } from './check.ts'

/** `apply --check`: another name of `check`. Objects are applied to a server with `tabplane kubectl apply`. */
export const apply = {
  run(args) {
    if (!args.includes('--check'))
      throw new UsageError(
        'apply only checks: tabplane apply --check FILE; tabplane kubectl apply -f FILE writes to a server',
      )
    return check.run(args.filter((arg) => arg !== '--check'))
  },
} satisfies Program
