// English: why something could not be done; one key per problem and per error code.

export const errors = {
  verbatim: '{{text}}',
  nonResponse: 'Non Response!',
  requestFailed: 'Request failed. Please try again later.',
  accessError: 'Access error, please try again later',
} as const
