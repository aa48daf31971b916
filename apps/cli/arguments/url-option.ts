import { Option } from 'commander';

/** Where the command is carried out by a service at an address; `main` sees to it before the command is read here. */
export function urlOption(): Option {
  return new Option('--url <address>', 'do it on the service at this address, with the key in MNEME_API_KEY');
}
