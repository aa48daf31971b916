/** What decorators of class-transformer have declared. The package ships the types of this file in another folder. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
