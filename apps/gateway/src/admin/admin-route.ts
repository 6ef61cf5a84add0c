import {
  Controller,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { AsksFor, WrapsAnswers } from '@bellwether/runtime';
import { ASKED_ROLES, AdminGuard } from './admin.guard';
import type { AskedRoles } from './admin.guard';
import { AuditInterceptor } from './audit.interceptor';

/** A controller under `/admin`: its callers are operators with one of the roles, and every call is audited. */
export const AdminController = (...roles: AskedRoles) =>
  applyDecorators(
    Controller('/admin'),
    AsksRole(...roles),
    UseGuards(AdminGuard),
    UseInterceptors(AuditInterceptor),
    WrapsAnswers(),
    AsksFor('admin'),
  );

/** Of one handler, in place of its controller's: one of these is enough. */
export const AsksRole = (...roles: AskedRoles): ClassDecorator & MethodDecorator =>
  SetMetadata(ASKED_ROLES, roles);
