import type { Program } from '../script/process.ts'
import alias from './programs/alias.ts'
import bash from './programs/bash.ts'
import breakLoop from './programs/break.ts'
import cat from './programs/cat.ts'
import cd from './programs/cd.ts'
import clear from './programs/clear.ts'
import continueLoop from './programs/continue.ts'
import echo from './programs/echo.ts'
import env from './programs/env.ts'
import evaluate from './programs/eval.ts'
import exit from './programs/exit.ts'
import exportNames from './programs/export.ts'
import fail from './programs/false.ts'
import grep from './programs/grep.ts'
import head from './programs/head.ts'
import openssl from './programs/openssl.ts'
import printf from './programs/printf.ts'
import pwd from './programs/pwd.ts'
import read from './programs/read.ts'
import returnCode from './programs/return.ts'
import seq from './programs/seq.ts'
import set from './programs/set.ts'
import shift from './programs/shift.ts'
import sleep from './programs/sleep.ts'
import source from './programs/source.ts'
import tee from './programs/tee.ts'
import test from './programs/test.ts'
import time from './programs/time.ts'
import timeout from './programs/timeout.ts'
import succeed from './programs/true.ts'
import unalias from './programs/unalias.ts'
import unset from './programs/unset.ts'
import watch from './programs/watch.ts'
import xargs from './programs/xargs.ts'

/** The commands that use only the process in which they run. */
export const plainPrograms: readonly Program[] = [
  alias,
  bash,
  breakLoop,
  cat,
  cd,
  clear,
  continueLoop,
  echo,
  env,
  evaluate,
  exit,
  exportNames,
  fail,
  grep,
  head,
  openssl,
  printf,
  pwd,
  read,
  returnCode,
  seq,
  set,
  shift,
  sleep,
  source,
  succeed,
  tee,
  test,
  time,
  timeout,
  unalias,
  unset,
  watch,
  xargs,
]
