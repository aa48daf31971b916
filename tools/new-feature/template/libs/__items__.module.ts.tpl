import { Module } from '@nestjs/common';
import { __Items__Controller } from './__items__.controller.js';
import { __Items__Repository } from './__items__.repository.js';
import { __Items__Service } from './__items__.service.js';

@Module({ controllers: [__Items__Controller], providers: [__Items__Repository, __Items__Service] })
export class __Items__Module {}
