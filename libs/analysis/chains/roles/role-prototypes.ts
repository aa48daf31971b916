import type { Role } from '../../features/role.js';

/**
 * Short sentences as people write them in each role. The service embeds them once with the model in use and passes the
 * vectors in: likeness to them carries what a phrase book cannot list.
 */
export const PROTOTYPE_SENTENCES: Readonly<Record<Role, readonly string[]>> = {
  trigger: [
    'The old one broke down and we need something new.',
    'They raised the price and we cannot go on like this.',
    'A letter came: the contract ends and will not be renewed.',
    'She told us she is leaving, so what do we do now?',
    'Another complaint this week, something has to change.',
  ],
  option: [
    'One possibility would be to keep what we have.',
    'A second candidate, cheaper but further away.',
    'He suggested we could do it ourselves.',
    'They sent a quote and offered to start next month.',
    'What about moving to the other provider?',
  ],
  evidence: [
    'The test showed that it is twice as fast.',
    'According to the report it costs 400 a month.',
    'She tried it for a week and warned us about the noise.',
    'Compared the figures: the second is cheaper per year.',
    'The expert says it would not last the winter.',
  ],
  decision: [
    'We agreed on the first one and dropped the other.',
    'It is settled, we go with them.',
    'Signed the contract; the alternative is off the table.',
    'The vote was unanimous in favour.',
    'Made up my mind and said yes.',
  ],
  action: [
    'Installed it today and moved everything over.',
    'Ordered and paid, delivery is next week.',
    'First day of the new arrangement.',
    'Sent the forms and booked the appointment.',
    'The team switched to the new system this morning.',
  ],
  outcome: [
    'Three months on it works well and nobody complains.',
    'The bill is half of what it was.',
    'Looking back it was the right choice.',
    'After a year we regret it, it never paid off.',
    'Since then I sleep better and spend less.',
  ],
  reversal: [
    'We are going back to the old way after all.',
    'Changed our minds and cancelled it.',
    'It was a mistake, we undo it and start again.',
    'Returned it and took the other one instead.',
  ],
  noise: [
    'Had lunch with a friend and walked home in the rain.',
    'The password for the guest network is on the fridge.',
    'Watched a film and went to bed early.',
    'She likes her coffee without sugar.',
    'I wonder what it would be like to live on an island some day.',
  ],
};
