import { runClient } from '../../../serve/client-program.ts'
import type { Program } from '../program.ts'

export const svcctl = {
  run: (args) => runClient(args, 'svc'),
} satisfies Program
