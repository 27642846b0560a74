using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Metrics;

namespace Marketplace.Silo.Gateway;

/// <summary>What every request goes through: the measurement, and the answer when the handler throws.</summary>
internal sealed class GuardedHandler(string operation, RequestDelegate handler, GatewayMetrics metrics, ILogger logger)
{
    public async Task Invoke(HttpContext context)
    {
        var started = metrics.Begin();
        try
        {
            await handler(context);
        }
        catch (Exception exception)
        {
            await Answer(context, exception);
        }
        finally
        {
            metrics.End(operation, context.Response.StatusCode, started);
        }
    }

    private Task Answer(HttpContext context, Exception exception)
    {
        if (context.RequestAborted.IsCancellationRequested)
            return Task.CompletedTask;

        if (context.Response.HasStarted || context.Response.BodyWriter.UnflushedBytes > 0)
        {
            // The client must not take half an answer for a whole one. What was written and is not sent yet can't be taken back either.
            logger.AnswerCutOff(exception, operation);
            context.Abort();
            return Task.CompletedTask;
        }

        var failure = Failure.Of(exception, operation, logger);
        if (failure.Status == StatusCodes.Status503ServiceUnavailable)
            metrics.Refused(failure.Type);

        return Problems.Write(context, failure.Status, failure.Type, failure.Detail);
    }
}
