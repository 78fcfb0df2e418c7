/** The labs of the page, in the order of their list. */
export const LABS = ['cel', 'crd', 'policy', 'certificate', 'conflict'] as const
export type LabId = (typeof LABS)[number]
