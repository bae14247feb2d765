// English: the short notices that tell what happened.

export const notices = {
  verbatim: '{{text}}',
  repeated: '{{title}} (× {{count}})',
} as const
