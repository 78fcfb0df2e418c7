const TONES: Readonly<Record<string, 'good' | 'wait' | 'bad'>> = {
  Running: 'good',
  Active: 'good',
  Bound: 'good',
  Ready: 'good',
  Available: 'good',
  Complete: 'good',
  Pending: 'wait',
  Terminating: 'wait',
  ContainerCreating: 'wait',
  Released: 'wait',
  NotReady: 'bad',
  Failed: 'bad',
  Error: 'bad',
  CrashLoopBackOff: 'bad',
  ImagePullBackOff: 'bad',
  Lost: 'bad',
}

/** The colour of a status cell. The text is shown too, because colour must not be the only sign. */
export function toneOf(column: string, text: string): '' | 'good' | 'wait' | 'bad' {
  if (column === 'Status' || column === 'Reason') return TONES[text] ?? ''
  if (column !== 'Ready') return ''
  const [ready, wanted] = text.split('/')
  return wanted !== undefined && ready !== wanted ? 'wait' : ''
}
