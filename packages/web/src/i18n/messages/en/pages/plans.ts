// English: what the forms of spot orders that wait say beside the ticket's own words.

export const plans = {
  lacking:
    'Needs {{needed}} when it triggers; you have {{own}} now. With too little it is cancelled then.',
  fieldMissing: '{{field}} is missing',
  fieldProblem: '{{field}}: {{reason}}',
} as const
