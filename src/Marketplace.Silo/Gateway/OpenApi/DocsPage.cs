using Swashbuckle.AspNetCore.SwaggerUI;

namespace Marketplace.Silo.Gateway.OpenApi;

/// <summary>The page that shows the OpenAPI document, and sends its examples: Swagger UI, of whose files all are in the silo.</summary>
internal static class DocsPage
{
    // Everything comes from the silo; styles stand in the page itself, as Swagger UI sets them, and its icons are data.
    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <summary>Maps /docs. Behind a route of its own it costs other requests nothing, and made at its first one, the start neither.</summary>
    public static void MapDocs(this IEndpointRouteBuilder endpoints)
    {
        var page = new Lazy<RequestDelegate>(() => Make(endpoints));
        endpoints.MapGet("/docs/{**file}", context => page.Value(context)).ExcludeFromDescription();
    }

    private static RequestDelegate Make(IEndpointRouteBuilder endpoints)
    {
        var page = endpoints.CreateApplicationBuilder();
        page.Use(static (context, next) =>
        {
            // Its files are served only to a request that no endpoint has.
            context.SetEndpoint(null);
            context.Response.Headers.ContentSecurityPolicy = Policy;
            context.Response.Headers.XContentTypeOptions = "nosniff";
            return next(context);
        });
        page.UseSwaggerUI(static options =>
        {
            options.RoutePrefix = "docs";
            options.DocumentTitle = "Online Marketplace";
            options.SwaggerEndpoint(OpenApiSetup.Path, "v1");
            options.ConfigObject.AdditionalItems["validatorUrl"] = "none";
            options.DocExpansion(DocExpansion.List);
            options.DefaultModelsExpandDepth(0);
        });
        return page.Build();
    }
}
