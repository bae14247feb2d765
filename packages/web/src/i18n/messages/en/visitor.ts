// English: what a visitor is told who may not trade here.

export const visitor = {
  title: 'Not available to you',
  body: 'This exchange is not available to your account or in your region. You can continue to the spot market or leave.',
  confirm: 'Go to spot',
  cancel: 'Leave',
  leftTitle: 'You have left the terminal',
  leftBody: 'Your positions stay as they are, and so do the orders that can only close them.',
  back: 'Back to the terminal',
} as const
